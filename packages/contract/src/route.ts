import type * as z from "zod/mini";

export type RouteMode = "personal" | "shared" | "both";

/** One endpoint. Server and web both derive from this table, so that neither can drift. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Hono's form: `:id` is a parameter. */
  readonly path: string;
  readonly mode: RouteMode;
  /** Needs no sign-in. */
  readonly open?: true;
  /** Only these accounts; anybody signed in where absent. */
  readonly role?: "administrator";
  /** 200 unless said otherwise. */
  readonly status?: 202;
  readonly body?: z.ZodMiniType;
  readonly reply?: z.ZodMiniType;
  /** Answered as `text/event-stream`; each `data:` is a TurnEvent. */
  readonly stream?: true;
}
