import type { ContentBlock, ErrorCode } from "@loop/contract";
import type { Tool } from "@modelcontextprotocol/client";
import type { Clock } from "../kit/clock.js";
import { DeadlineError, type OnLost, untilDeadline } from "../kit/deadline.js";
import { isServerAnswer, type McpFailure, toFailure } from "./failures.js";
import { NO_LIBRARY_TIMEOUT_MS } from "./handshake.js";
import { readResult, refusalText } from "./results.js";
import type { ToolBinding } from "./tool-adapters.js";
import type { McpCallResult } from "./tool-source.js";
import { isRecord } from "./transport.js";
import { rawResult } from "./wire.js";

export interface CallLimit {
  readonly clock: Clock;
  readonly callMs: number;
}

/** Sent once (LIF-11); 60 s in total (PER-08); ended by the caller and by the end of the lifetime. Every end is a result. */
export async function callTool(
  binding: ToolBinding,
  args: unknown,
  limit: CallLimit,
  signal: AbortSignal,
): Promise<McpCallResult> {
  const { lifetime } = binding;
  if (!lifetime.isLive) return notSent("catalog-changed");
  if (signal.aborted) return notSent("call-cancelled");
  const { callMs: ms, clock } = limit;
  try {
    const raw = await untilDeadline({ clock, ms, signal, otherSignal: lifetime.signal }, (onLost) =>
      send(binding, args, onLost),
    );
    return await answered(raw);
  } catch (error) {
    if (isServerAnswer(error)) return refused(error.message);
    if (error instanceof DeadlineError) return unanswered("failed", "call-timeout");
    // A connection that ended ends the lifetime too: whichever was first, the connection is the reason.
    const failure = toFailure(error);
    if (signal.aborted) return unanswered("cancelled", "call-cancelled");
    if (!lifetime.isLive) return endedWith(lifetime.code ?? "catalog-changed");
    return failed(failure, binding);
  }
}

/**
 * The newer revision wants an envelope and headers, which the library's client makes; the older one wants neither, and
 * its calls go straight to the wire.
 */
async function send(binding: ToolBinding, args: unknown, onLost: OnLost): Promise<unknown> {
  const { catalogTool, session } = binding;
  const params = { name: catalogTool.toolName, arguments: isRecord(args) ? { ...args } : {} };
  if (session.era === "legacy") return session.wire.call("tools/call", params, onLost);
  const inner = new AbortController();
  onLost((reason) => inner.abort(reason));
  const options = { toolDefinition: definitionOf(binding), timeout: NO_LIBRARY_TIMEOUT_MS, signal: inner.signal };
  return rawResult(await session.client.callTool(params, options));
}

/** Given with each call, so that the library neither looks for it nor sends a call again; no schema for the result. */
function definitionOf({ catalogTool }: ToolBinding): Tool {
  const schema = typeof catalogTool.inputSchema === "boolean" ? {} : catalogTool.inputSchema;
  return { name: catalogTool.toolName, inputSchema: { ...schema, type: "object" } };
}

async function answered(raw: unknown): Promise<McpCallResult> {
  const result = await readResult(raw);
  if (result.kind === "too-deep") return { ...bare("failed", "result-too-large"), serverAnswered: true };
  if (result.kind === "not-a-result") return { ...bare("failed", "tool-refused"), serverAnswered: true };
  return {
    status: result.isError ? "failed" : "ok",
    ...(result.isError ? { code: "tool-failed" } : {}),
    content: result.content,
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    mayHaveTakenEffect: false,
    serverAnswered: true,
  };
}

function refused(message: string): McpCallResult {
  return { ...bare("failed", "tool-refused", [refusalText(message)]), serverAnswered: true };
}

function failed(failure: McpFailure, binding: ToolBinding): McpCallResult {
  if (failure.endsConnection) binding.onLost(failure);
  const status = failure.endsConnection ? "unreachable" : "failed";
  const isAnswer = failure.code === "result-too-large" || failure.code === "response-too-large";
  return { ...bare(status, failure.code), mayHaveTakenEffect: !failure.notSent, serverAnswered: isAnswer };
}

/** The lifetime ended while the call was out: with the connection, or because somebody changed something. */
function endedWith(code: ErrorCode): McpCallResult {
  const isChange = code === "catalog-changed" || code === "server-disabled";
  return unanswered(isChange ? "cancelled" : "unreachable", code);
}

function unanswered(status: McpCallResult["status"], code: ErrorCode): McpCallResult {
  return { ...bare(status, code), mayHaveTakenEffect: true };
}

export function notSent(code: ErrorCode): McpCallResult {
  return bare("cancelled", code);
}

function bare(status: McpCallResult["status"], code: ErrorCode, content: readonly ContentBlock[] = []): McpCallResult {
  return { status, code, content, mayHaveTakenEffect: false, serverAnswered: false };
}
