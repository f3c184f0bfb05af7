import type { AccountServerView, McpServerView } from "@loop/contract";
import type { Shape } from "../parts/glyph.js";
import { accountServerWords, toolsOn } from "../words/account-server-words.js";
import { APP } from "../words/app-words.js";
import { targetOf } from "../words/card-words.js";
import { statusWord } from "../words/server-words.js";

/** A server as a conversation knows it, wherever it is kept. */
export interface ReachServer {
  readonly id: string;
  readonly name: string;
  readonly place: ServerPlace;
  readonly shape: Shape;
  /** Why none of its tools is there now; "" where they are. */
  readonly word: string;
  readonly isReady: boolean;
  /** Its owner wants none of it. */
  readonly isOff: boolean;
  readonly toolCount: number;
}

/** Where calls go: a program on this computer or an address, exactly as configured. */
export interface ServerPlace {
  readonly isProgram: boolean;
  readonly target: string;
}

export function reachOfComputer(view: McpServerView): ReachServer {
  const isReady = view.status === "ready";
  return {
    id: view.config.id,
    name: view.config.name,
    place: { isProgram: view.config.transport.type === "stdio", target: targetOf(view.config) },
    shape: view.status,
    word: isReady ? "" : view.status === "error" ? statusWord(view, null, null) : APP.nextPrompt,
    isReady,
    isOff: view.status === "disabled",
    toolCount: isReady ? view.toolCount : 0,
  };
}

export function reachOfAccount(view: AccountServerView): ReachServer {
  const { shape, word } = accountServerWords(view);
  const isReady = shape === "ready";
  return {
    id: view.id,
    name: view.label,
    place: { isProgram: false, target: view.url },
    shape,
    word: isReady ? "" : word.toLowerCase(),
    isReady,
    isOff: shape === "disabled",
    toolCount: isReady ? toolsOn(view) : 0,
  };
}
