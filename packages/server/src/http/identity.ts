import type { ServerResponse } from "node:http";
import type { Visitor } from "./api-handlers.js";
import type { Credential } from "./local-guard.js";

/** What a request carries to prove who sent it. */
export interface SentCredentials {
  readonly authorization: string | null;
  readonly cookie: string | null;
  /** The token of a launch link; null for every other address. */
  readonly launchToken: string | null;
}

export interface Identified {
  readonly credential: Credential;
  /** Null exactly when `credential` is "none". */
  readonly visitor: Visitor | null;
}

export const NOBODY: Identified = { credential: "none", visitor: null };

/** How a mode knows its visitors. */
export interface Identity {
  /** Rejects only when the store cannot be read. */
  identify(sent: SentCredentials): Promise<Identified>;
  /** Answers a launch link, which no request but a page's carries. */
  welcome(outgoing: ServerResponse, options: { readonly secure: boolean }): void;
  /** Answers a page request of somebody who is not signed in. */
  replyNotSignedIn(outgoing: ServerResponse): void;
}

export function readCookies(header: string | null, name: string): readonly string[] {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}
