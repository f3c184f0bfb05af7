import type { ServerResponse } from "node:http";
import { createGzip } from "node:zlib";
import type { Timers } from "./timers.js";

export type WayOfWriting = (response: ServerResponse, data: Buffer, timers: Timers) => void;

export const writeWhole: WayOfWriting = (response, data) => {
  response.write(data);
};

export const writeSplit: WayOfWriting = (response, data) => {
  for (const byte of data) response.write(Buffer.of(byte));
};

/** One byte a tick; the stream ends with the last one. */
export async function trickle(response: ServerResponse, data: Buffer, timers: Timers, everyMs: number): Promise<void> {
  for (const byte of data) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await timers.wait(everyMs);
  }
  response.end();
}

/** The status line and headers too, straight to the socket. */
export async function trickleRaw(
  response: ServerResponse,
  data: Buffer,
  timers: Timers,
  everyMs: number,
): Promise<void> {
  const { socket } = response;
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${data.length}\r\n\r\n`;
  for (const byte of Buffer.concat([Buffer.from(head), data])) {
    if (!socket || socket.destroyed) return;
    socket.write(Buffer.of(byte));
    await timers.wait(everyMs);
  }
}

/** Goes on until the client hangs up, at the rate at which it reads. */
export function writeEndless(response: ServerResponse, chunkBytes: number): void {
  const chunk = Buffer.alloc(chunkBytes, "x");
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  response.write("data: ");
  more();
}

/** The text stays valid JSON: blanks before its last brace make it `bytes` long. */
export function writeBomb(response: ServerResponse, text: string, bytes: number): void {
  const gzip = createGzip({ level: 9 });
  gzip.pipe(response);
  gzip.on("error", () => response.destroy());
  response.on("close", () => gzip.destroy());
  const blanks = Buffer.alloc(1_048_576, " ");
  let left = bytes;
  const more = () => {
    while (left > 0 && !gzip.destroyed) {
      left -= blanks.length;
      if (!gzip.write(blanks)) return;
    }
    if (!gzip.destroyed && !gzip.writableEnded) gzip.end(text.slice(-1));
  };
  gzip.on("drain", more);
  gzip.write(text.slice(0, -1));
  more();
}
