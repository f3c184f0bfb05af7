import { join } from "node:path";
import { expect, test } from "vitest";
import { databasePlace } from "./database-place.js";
import { readDatabaseUrl, readNatsUrl } from "./database-settings.js";

const canary = "postgres://loop:canary@db.example.org/loop";

test("without DATABASE_URL the rows lie in the data directory, with it on that server", () => {
  const env = { LOOP_DATA_DIR: "/srv/loop", HOME: "/home/a" };
  expect(databasePlace(env, null)).toEqual({ kind: "file", file: "/srv/loop/loop.db", dataDir: "/srv/loop" });
  expect(databasePlace({ ...env, DATABASE_URL: ` ${canary} ` }, null)).toEqual({ kind: "server", url: canary });
});

test("a data directory named on the command line comes before both", () => {
  const place = databasePlace({ DATABASE_URL: canary, LOOP_DATA_DIR: "/srv/loop", HOME: "/home/a" }, "/other");
  expect(place).toEqual({ kind: "file", file: join("/other", "loop.db"), dataDir: "/other" });
});

test.each(["mysql://a:canary@b", "canary", "postgres://", "postgres://a b"])(
  "DATABASE_URL %j is refused unsaid",
  (url) => {
    const read = () => readDatabaseUrl({ DATABASE_URL: url });
    expect(read).toThrow(expect.objectContaining({ code: "setting-invalid", subject: "DATABASE_URL" }));
  },
);

test("NATS_URL is an address of NATS, with or without TLS, or absent", () => {
  expect(readNatsUrl({})).toBeNull();
  expect(readNatsUrl({ NATS_URL: "nats://127.0.0.1:4222" })).toBe("nats://127.0.0.1:4222");
  expect(readNatsUrl({ NATS_URL: "tls://a:b@nats.example.org" })).toBe("tls://a:b@nats.example.org");
  const read = () => readNatsUrl({ NATS_URL: "http://a:canary@b" });
  expect(read).toThrow(expect.objectContaining({ code: "setting-invalid", subject: "NATS_URL" }));
});
