/** A call the model makes; `args` as text is sent as it stands, so that it can be malformed. */
export interface ScriptedCall {
  readonly name: string;
  readonly args: unknown;
}

export interface Turn {
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedCall[];
}

/** A request as a script sees it, the same on every wire. */
export interface SeenRequest {
  /** 0 for the first request. */
  readonly index: number;
  readonly system: string;
  readonly lastUserText: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** Texts of the tool results after the last user message. */
  readonly toolResults: readonly string[];
  /** As the wire carries it. */
  readonly raw: unknown;
}

export type ScriptTurn = Turn | ((request: SeenRequest) => Turn);

/** Turns in the order of the requests, or one function for all of them. */
export type Script = readonly ScriptTurn[] | ((request: SeenRequest) => Turn);

export const scriptOver: Turn = { text: "The script is over." };

export function turnOf(script: Script, request: SeenRequest): Turn {
  if (typeof script === "function") return script(request);
  const turn = script[request.index] ?? scriptOver;
  return typeof turn === "function" ? turn(request) : turn;
}

export function argumentsText(args: unknown): string {
  return typeof args === "string" ? args : JSON.stringify(args ?? {});
}

/** Small enough that a reader sees more than one delta. */
export function deltasOf(text: string, size = 8): string[] {
  const characters = [...text];
  const deltas: string[] = [];
  for (let start = 0; start < characters.length; start += size) {
    deltas.push(characters.slice(start, start + size).join(""));
  }
  return deltas;
}
