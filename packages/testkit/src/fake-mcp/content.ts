/** A red pixel, valid PNG. */
export const pixelPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** 44 bytes of WAV header and no samples. */
export const silentWav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

export const everyBlock = [
  { type: "text", text: "a text block" },
  { type: "image", data: pixelPng, mimeType: "image/png" },
  { type: "audio", data: silentWav, mimeType: "audio/wav" },
  { type: "resource", resource: { uri: "fake://note/1", mimeType: "text/plain", text: "an embedded note" } },
  { type: "resource", resource: { uri: "fake://blob/1", mimeType: "image/png", blob: pixelPng } },
  { type: "resource_link", uri: "fake://link/1", name: "a link", mimeType: "text/plain", description: "not fetched" },
] as const;

export const unknownBlock = { type: "hologram", depth: 3, payload: { nested: true } } as const;

/** Dash, CJK, combining marks, emoji with joiners, right to left. */
export const unicodeText = "naïve – 漢字かな e\u0301 👩‍👩‍👧‍👦 עברית \u{1F600}";

export function textResult(text: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ content: [{ type: "text", text }], ...more });
}

/** Valid JSON nested to `depth`, written by hand since a serialiser gives up first. */
export function deepResult(depth: number): string {
  const nested = `${'{"inner":'.repeat(depth)}1${"}".repeat(depth)}`;
  return `{"content":[{"type":"text","text":"deep"}],"structuredContent":${nested}}`;
}
