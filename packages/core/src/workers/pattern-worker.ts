import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { linesMatching } from "../tools/search-lines.js";

/** Holds one pattern and looks for it in the files it is given. Ended from outside when it takes too long. */
const { source, flags } = z.object({ source: z.string(), flags: z.string() }).parse(workerData);
const pattern = new RegExp(source, flags);
const Question = z.object({ bytes: z.instanceof(Uint8Array), most: z.number() });

parentPort?.on("message", (raw: unknown) => {
  const { bytes, most } = Question.parse(raw);
  const { buffer, byteOffset, byteLength } = bytes;
  parentPort?.postMessage({ hits: linesMatching(Buffer.from(buffer, byteOffset, byteLength), pattern, most) });
});
