// Loop's client layer beside the library it is built on and three others.
import { runSuite } from "../kit/suite.mjs";
import { callRoundTrips } from "./calls.mjs";
import { CLIENTS } from "./clients.mjs";
import { promptDispatch } from "./dispatch.mjs";
import { startHttpServers, stdioServer } from "./fixtures.mjs";
import { lagUnder } from "./lag.mjs";
import { startServers } from "./start.mjs";

const FULL = {
  rounds: 25,
  callsPerBlock: 40,
  warmUps: 100,
  starts: 5,
  many: 20,
  most: 50,
  prompts: 50,
  limitMs: 5_000,
  lags: 7,
  hostiles: 1,
};
const QUICK = {
  rounds: 2,
  callsPerBlock: 5,
  warmUps: 5,
  starts: 1,
  many: 3,
  most: 5,
  prompts: 3,
  limitMs: 1_000,
  lags: 1,
  hostiles: 1,
};

async function measureStarts({ most, many, starts: rounds }, http, say) {
  const shared = { rounds, rest: http.rest };
  say("starts over HTTP");
  const startHttpMany = await startServers({ serverFor: http.ready, count: many, ...shared });
  const startHttpMost = await startServers({ serverFor: http.ready, count: most, ...shared });
  say("starts over stdio");
  const startStdioMany = await startServers({ serverFor: stdioServer, count: many, ...shared });
  return { startHttpMany, startHttpMost, startStdioMany };
}

async function measureAll(counts, http, say) {
  const { rounds, callsPerBlock, warmUps, many, most, prompts, limitMs, lags, hostiles } = counts;
  const [stdio, ready] = [stdioServer("one"), http.ready("one")];
  const calls = { rounds, callsPerBlock, warmUps };
  say("calls over stdio");
  const callsStdio = await callRoundTrips({ server: stdio, ...calls });
  say("calls over HTTP");
  const callsHttp = await callRoundTrips({ server: ready, ...calls });
  say("event-loop lag");
  const lag = await lagUnder({ stdio, http: ready, rounds: lags, hostileRounds: hostiles });
  const starts = await measureStarts(counts, http, say);
  say("prompts beside servers that hang");
  const silent = Array.from({ length: most }, (_, index) => http.silent(`silent-${index}`));
  const dispatch = await promptDispatch({ ready, silent, prompts, limitMs });
  const versions = CLIENTS.map(({ name, version }) => ({ name, version }));
  return { versions, calls, many, most, callsStdio, callsHttp, lag, ...starts, dispatch };
}

await runSuite("mcp", async ({ quick, say }) => {
  const counts = quick ? QUICK : FULL;
  const http = await startHttpServers(2 * counts.most + 1);
  try {
    return await measureAll(counts, http, say);
  } finally {
    await http.stop();
  }
});
// Clients that were left waiting for silent servers have nothing more to wait for.
process.exit(process.exitCode ?? 0);
