export type JsonReading = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function readJson(text: string): JsonReading {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}
