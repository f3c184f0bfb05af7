import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AccountId,
  type AccountRole,
  type ErrorCode,
  ROUTES,
  type Route,
  type RouteName,
  type RouteReply,
} from "@loop/contract";
import type * as z from "zod/mini";
import type { Result } from "../result.js";

export type HandledBody<Name extends RouteName> = (typeof ROUTES)[Name] extends {
  body: infer Body extends z.ZodMiniType;
}
  ? z.output<Body>
  : null;

/** Who sent a request that passed the guard. */
export interface Visitor {
  readonly accountId: AccountId;
  readonly role: AccountRole;
  /** Names the sign-in of this browser; null where there are none. */
  readonly signInId: string | null;
}

/** A request that passed the guard, with its body parsed by the route's schema. */
export interface ApiRequest<Name extends RouteName> {
  /** Empty on an open route that nobody signed in sent. */
  readonly accountId: AccountId;
  /** Null only on an open route. */
  readonly visitor: Visitor | null;
  /** Where it came from: the peer's address, or what a trusted proxy says of it. */
  readonly remoteAddress: string;
  /** What the client says of itself; never trusted, cut short. */
  readonly device: string;
  /** Adds a whole `Set-Cookie` line to the answer. */
  readonly setCookie: (line: string) => void;
  /** The named part of the path; empty where the route has none. */
  readonly param: (name: string) => string;
  readonly body: HandledBody<Name>;
}

export type ApiHandler<Name extends RouteName> = (request: ApiRequest<Name>) => Promise<Result<RouteReply<Name>>>;

/** A request for a stream. The handler writes to the raw response once it knows that it will. */
export interface StreamRequest {
  readonly accountId: AccountId;
  /** Whether the sender is still signed in to this account; asked now and then for as long as the stream is open. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly visitor: Visitor | null;
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}
export type StreamHandler = (request: StreamRequest) => Promise<Result<null>>;

/** One handler for every route of the contract: a missing one breaks the build, and the start. */
export type ApiHandlers = {
  readonly [Name in RouteName]: (typeof ROUTES)[Name] extends { stream: true } ? StreamHandler : ApiHandler<Name>;
};

type RoutesOf<Mode extends "personal" | "shared"> = {
  [Name in RouteName]: (typeof ROUTES)[Name]["mode"] extends Mode | "both" ? Name : never;
}[RouteName];

/** The handlers of one mode's routes. */
export type PersonalHandlers = Pick<ApiHandlers, RoutesOf<"personal">>;
export type SharedHandlers = Pick<ApiHandlers, RoutesOf<"shared">>;

/** A handler with its types forgotten: what the router calls after parsing. */
export interface AnyHandler {
  readonly name: RouteName;
  readonly route: Route;
  readonly handle: (request: never) => Promise<Result<unknown>>;
}

/** The routes of this mode with their handlers. Throws for a route that nobody handles. */
export function handlersOf(handlers: Partial<ApiHandlers>, mode: "personal" | "shared"): readonly AnyHandler[] {
  const names = Object.keys(ROUTES).filter((name): name is RouteName => Object.hasOwn(ROUTES, name));
  return names
    .map((name) => ({ name, route: ROUTES[name] as Route, handle: handlers[name] }))
    .filter(({ route }) => route.mode === mode || route.mode === "both")
    .map(({ name, route, handle }) => {
      if (handle === undefined) throw new Error(`no handler for the route ${name}`);
      return { name, route, handle };
    });
}

interface BodyIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
}

function isShortPassword({ code, path }: BodyIssue): boolean {
  return code === "too_small" && (path[0] === "password" || path[0] === "newPassword");
}

/** What a body that does not fit its schema is refused with. */
export function bodyFailure(name: RouteName, issues: readonly BodyIssue[]): ErrorCode {
  if (issues.every(isShortPassword)) return "password-too-short";
  if (name !== "createServer" && name !== "replaceServer") return "bad-request";
  return issues.every((issue) => issue.path[0] === "id") ? "config-id-invalid" : "config-invalid";
}
