import { ROUTES, type Route, type RouteBody, type RouteName, type RouteReply } from "@loop/contract";

/** Loop itself did not answer: it is stopped, restarting, or the network is gone. */
export const LOOP_UNREACHABLE = "loop-unreachable";
/** Loop answered with something this version of the app cannot read. */
export const REPLY_UNREADABLE = "reply-unreadable";

/** Whether the same call may well succeed in a moment. */
export function isPassing(code: string): boolean {
  return code === LOOP_UNREACHABLE || code === "busy";
}

/** `code` is one of the contract's, or one of the two above. */
export type ApiResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string };

type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Params<Name extends RouteName> = PathParams<(typeof ROUTES)[Name]["path"]>;
type ParamsPart<Name extends RouteName> = [Params<Name>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<Params<Name>, string>> };
type BodyPart<Name extends RouteName> =
  RouteBody<Name> extends undefined ? { readonly body?: undefined } : { readonly body: RouteBody<Name> };
/** `answerWithinMs` where an answer may take longer than usual, because another computer is asked first. */
export type CallRequest<Name extends RouteName> = ParamsPart<Name> &
  BodyPart<Name> & { readonly keepalive?: boolean; readonly answerWithinMs?: number };
type RequestArgument<Name extends RouteName> =
  Record<never, never> extends CallRequest<Name> ? [request?: CallRequest<Name>] : [request: CallRequest<Name>];

export interface ApiClient {
  /** Calls one endpoint of the contract. Never throws: an answer other than a good one is a code. */
  call<Name extends RouteName>(name: Name, ...request: RequestArgument<Name>): Promise<ApiResult<RouteReply<Name>>>;
}

export interface ApiClientOptions {
  /** How long an answer may take before it counts as none. */
  readonly answerWithinMs: number;
  readonly onUnauthorized: () => void;
}

interface LooseRequest {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly keepalive?: boolean;
  readonly answerWithinMs?: number;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const call = async (name: RouteName, request: LooseRequest = {}): Promise<ApiResult<unknown>> => {
    const route: Route = ROUTES[name];
    const result = await send(route, request, options);
    if (!result.ok && result.code === "unauthorized") options.onUnauthorized();
    return result;
  };
  // One table entry is looked up by its own name, so the reply parsed with its schema has its type.
  return { call: call as ApiClient["call"] };
}

async function send(route: Route, request: LooseRequest, options: ApiClientOptions): Promise<ApiResult<unknown>> {
  const path = fillPath(route.path, request.params ?? {});
  try {
    const response = await fetch(path, {
      method: route.method,
      headers: request.body === undefined ? {} : { "content-type": "application/json" },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(request.answerWithinMs ?? options.answerWithinMs),
      keepalive: request.keepalive ?? false,
    });
    return readReply(route, response.ok, await response.text());
  } catch {
    return { ok: false, code: LOOP_UNREACHABLE };
  }
}

function readReply(route: Route, isOk: boolean, text: string): ApiResult<unknown> {
  const json = parseJson(text);
  if (!isOk) return { ok: false, code: errorCode(json) };
  if (route.reply === undefined) return { ok: true, value: undefined };
  const parsed = route.reply.safeParse(json);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, code: REPLY_UNREADABLE };
}

/** Fills `:name` parts; a value can never change which route is meant. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

function errorCode(json: unknown): string {
  if (typeof json !== "object" || json === null || !("error" in json)) return REPLY_UNREADABLE;
  const { error } = json;
  if (typeof error !== "object" || error === null || !("code" in error)) return REPLY_UNREADABLE;
  return typeof error.code === "string" ? error.code : REPLY_UNREADABLE;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
