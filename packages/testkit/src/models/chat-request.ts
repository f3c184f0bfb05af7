import { isRecord } from "../fake-mcp/wire.js";
import type { SeenRequest } from "./script.js";

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return list(content)
    .map((part) => (typeof part.text === "string" ? part.text : ""))
    .join("");
}

/** Reads a request of the chat-completions wire. */
export function seenChatRequest(body: unknown, index: number): SeenRequest {
  const request = isRecord(body) ? body : {};
  const messages = list(request.messages);
  const texts = (role: string, from = 0) =>
    messages.slice(from).flatMap((message) => (message.role === role ? [contentText(message.content)] : []));
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  return {
    index,
    system: [...texts("system"), ...texts("developer")].join("\n"),
    lastUserText: texts("user").at(-1) ?? "",
    tools: list(request.tools).map(toolOf),
    toolResults: texts("tool", lastUser + 1),
    raw: body,
  };
}

function textOr(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function toolOf(tool: Record<string, unknown>): { name: string; description: string } {
  const shape = isRecord(tool.function) ? tool.function : tool;
  return { name: textOr(shape.name), description: textOr(shape.description) };
}
