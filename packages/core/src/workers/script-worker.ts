import { parentPort, workerData } from "node:worker_threads";
import type { QuickJSOptions } from "quickjs-wasi";
import { GuestVm } from "../codemode/guest-vm.js";
import type { ToWorker } from "../codemode/protocol.js";
import { endedWith } from "../codemode/script-engine.js";

/** A worker runs one script at a time in a fresh engine and holds no manager, token, socket or file. */
const port = parentPort;
const { wasm } = workerData as { wasm: QuickJSOptions["wasm"] };
let current: GuestVm | null = null;

async function loadTypeStripper(): Promise<(source: string) => string | null> {
  const { transform } = await import("sucrase");
  return (source) => {
    try {
      return transform(source, { transforms: ["typescript"], disableESTransforms: true }).code;
    } catch {
      return null;
    }
  };
}

port?.on("message", (message: ToWorker) => {
  if (message.type === "answer") return current?.answer(message);
  current?.dispose();
  current = new GuestVm(message, { wasm, post: (reply) => port.postMessage(reply), loadTypeStripper });
  current.start().catch(() => {
    port.postMessage({ type: "end", runId: message.runId, end: endedWith("engine") });
  });
});
