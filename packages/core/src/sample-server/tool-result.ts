import type { Fields } from "./json-rpc.js";

export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** A tool's own answer; a failure of the tool is an answer too. */
export type CallResult = {
  readonly content: readonly Block[];
  readonly structuredContent?: Fields;
  readonly isError?: true;
};

export function text(words: string): CallResult {
  return { content: [{ type: "text", text: words }] };
}

export function failed(words: string): CallResult {
  return { ...text(words), isError: true };
}

/** The structure, and the same as text for clients that read only text. */
export function structured(value: Fields, words: string): CallResult {
  return { content: [{ type: "text", text: words }], structuredContent: value };
}
