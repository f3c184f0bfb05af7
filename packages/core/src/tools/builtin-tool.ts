import type { ContentBlock, ErrorCode, JsonSchema } from "@loop/contract";
import { ERROR_CODES } from "@loop/contract";
import * as z from "zod/mini";
import type { Clock } from "../kit/clock.js";
import type { ToolNeeds } from "../permissions/builtin-policy.js";
import type { FileScope } from "../permissions/file-scope.js";
import type { SandboxUse } from "../permissions/sandbox-state.js";

/** What one call may reach; made anew for each call, since the preset may have changed. */
export interface BuiltinContext {
  readonly scope: FileScope;
  /** Null: a command runs with the user's rights. */
  readonly sandbox: SandboxUse | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Hears a command's output while it runs; bounded. */
  readonly emitOutput?: (text: string) => void;
}

export interface BuiltinAnswer {
  readonly isError: boolean;
  readonly content: readonly ContentBlock[];
  /** Set on every error. */
  readonly code?: ErrorCode;
}

export interface BuiltinTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly needs: ToolNeeds;
  /** Never rejects but with the reason of `context.signal`. */
  run(args: unknown, context: BuiltinContext): Promise<BuiltinAnswer>;
}

export interface ToolParts<Args> {
  readonly name: string;
  readonly description: string;
  readonly needs: ToolNeeds;
  readonly schema: z.ZodMiniType<Args>;
  readonly run: (args: Args, context: BuiltinContext) => Promise<BuiltinAnswer>;
}

export function defineTool<Args>({ schema, run, ...facts }: ToolParts<Args>): BuiltinTool {
  return {
    ...facts,
    inputSchema: JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input" }))),
    run: async (args, context) => {
      context.signal.throwIfAborted();
      const parsed = schema.safeParse(args);
      if (!parsed.success) return failed("arguments-invalid", problems(parsed.error.issues));
      return await run(parsed.data, context);
    },
  };
}

function problems(issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]): string {
  return issues.map(({ path, message }) => `${path.map(String).join(".") || "arguments"}: ${message}`).join("; ");
}

export function answered(text: string): BuiltinAnswer {
  return { isError: false, content: [{ type: "text", text }] };
}

/** The code's words, and what only this call knows: a path as it was given, a count. */
export function failed(code: ErrorCode, detail = ""): BuiltinAnswer {
  const { sentence, nextStep } = ERROR_CODES[code];
  const text = [detail === "" ? sentence : `${sentence} (${detail})`, nextStep].join(" ");
  return { isError: true, code, content: [{ type: "text", text }] };
}
