export type RequestId = string | number;
export type Fields = { readonly [key: string]: unknown };

/** What a line can mean to a server. Responses and malformed lines mean nothing and read as null. */
export type Incoming =
  | { readonly kind: "request"; readonly id: RequestId; readonly method: string; readonly params: Fields }
  | { readonly kind: "notification"; readonly method: string; readonly params: Fields };

export type Reply =
  | { readonly result: Fields }
  | { readonly error: { readonly code: number; readonly message: string } };

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;

export function failure(code: number, message: string): Reply {
  return { error: { code, message } };
}

export function readMessage(line: string): Incoming | null {
  const message = asFields(parseJson(line));
  if (message === null || message.jsonrpc !== "2.0" || typeof message.method !== "string") return null;
  const { id, method } = message;
  const params = asFields(message.params) ?? {};
  if (id === undefined) return { kind: "notification", method, params };
  if (!isRequestId(id)) return null;
  return { kind: "request", id, method, params };
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || typeof value === "number";
}

export function asFields(value: unknown): Fields | null {
  if (!isObject(value) || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
