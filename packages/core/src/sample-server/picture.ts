import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const INK = [41, 128, 185] as const;

/** A PNG of `size` × `size` pixels: an open ring on a soft gradient. 8-bit RGB, no interlace. */
export function drawPicture(size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(pixels(size))), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** Length, type, data, and a checksum over type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length, 0);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body), 0);
  return Buffer.concat([length, body, sum]);
}

/** Rows of RGB triples, each row led by its filter byte (0: none). */
function pixels(size: number): Buffer {
  const rowBytes = 1 + size * 3;
  const data = Buffer.alloc(rowBytes * size);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) data.set(colourAt(x, y, size), y * rowBytes + 1 + x * 3);
  }
  return data;
}

function colourAt(x: number, y: number, size: number): readonly number[] {
  const dx = (x + 0.5) / size - 0.5;
  const dy = (y + 0.5) / size - 0.5;
  const distance = Math.hypot(dx, dy);
  const isInGap = dx > 0 && dy > 0 && Math.abs(dx - dy) < 0.08;
  if (distance > 0.26 && distance < 0.38 && !isInGap) return INK;
  const shade = Math.round(255 - 30 * (y / size));
  return [shade, shade, 255];
}
