// npm start: prepares the clone, then runs the server in this same process.
import { nodeComplaint, PlainError, prepare } from "./prepare.mjs";
import { releaseSignals, stopToolsOnSignal } from "./run-tool.mjs";

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(1);
}

stopToolsOnSignal();
try {
  await prepare();
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  console.error(error.message);
  process.exit(1);
}
releaseSignals();

const { main } = await import("@loop/server");
await main();
