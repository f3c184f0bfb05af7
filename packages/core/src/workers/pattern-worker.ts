import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { linesMatching } from "../tools/search-lines.js";

/** Holds one pattern and looks for it in the files it is given. Ended from outside when it takes too long. */
const Job = z.object({ source: z.string(), flags: z.string(), most: z.number() });
const { source, flags, most } = Job.parse(workerData);
const pattern = new RegExp(source, flags);
/** Several files one after another in one block. */
const Question = z.object({ block: z.instanceof(Uint8Array), lengths: z.array(z.number()) });

parentPort?.on("message", (raw: unknown) => {
  const { block, lengths } = Question.parse(raw);
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  let at = 0;
  const hits = lengths.map((length) => {
    at += length;
    return linesMatching(bytes.subarray(at - length, at), pattern, most);
  });
  parentPort?.postMessage({ hits });
});
