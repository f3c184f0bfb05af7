import type { ContentBlock, ImageBlock, JsonValue } from "@loop/contract";
import { unreachable } from "@loop/contract";
import type {
  AssistantModelMessage,
  ImagePart,
  ModelMessage,
  TextPart,
  ToolModelMessage,
  ToolResultPart,
  UserModelMessage,
} from "ai";
import type { AssistantBlock, Message, ToolResult } from "../agent/messages.js";

export interface MessageRules {
  /** Whose opaque data goes back into the request. */
  readonly provider: string;
  readonly toolResultImages: boolean;
}

const READABLE_IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];
type ProviderOptions = NonNullable<AssistantModelMessage["providerOptions"]>;

/** Our history as the library's prompt. Every call in it has its result (see `repairHistory`). */
export function toModelMessages(messages: readonly Message[], rules: MessageRules): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    switch (message.role) {
      case "user":
        return [userMessage(message.content)];
      case "assistant":
        return assistantMessage(message.content, rules);
      case "tool":
        return toolMessages(message.results, rules);
      default:
        return unreachable(message);
    }
  });
}

function userMessage(content: readonly ContentBlock[]): UserModelMessage {
  const parts = content.flatMap((block): (TextPart | ImagePart)[] => {
    if (block.type === "image") return [imagePart(block) ?? { type: "text", text: unreadableImage(block) }];
    return block.text === "" ? [] : [{ type: "text", text: block.text }];
  });
  return { role: "user", content: parts.length > 0 ? parts : [{ type: "text", text: "(empty message)" }] };
}

function assistantMessage(content: readonly AssistantBlock[], rules: MessageRules): AssistantModelMessage[] {
  const parts = content.flatMap((block) => assistantPart(block, rules));
  return parts.length > 0 ? [{ role: "assistant", content: parts }] : [];
}

function assistantPart(block: AssistantBlock, rules: MessageRules): AssistantPart[] {
  const own = optionsOf(block, rules.provider);
  switch (block.type) {
    case "text":
      return block.text === "" && own === undefined ? [] : [withOptions({ type: "text", text: block.text }, own)];
    case "reasoning":
      return [withOptions({ type: "reasoning", text: block.text }, own)];
    case "tool-call": {
      const { callId: toolCallId, name: toolName, args: input } = block;
      return [withOptions({ type: "tool-call", toolCallId, toolName, input }, own)];
    }
    default:
      return unreachable(block);
  }
}

function withOptions<T extends AssistantPart>(part: T, providerOptions: ProviderOptions | undefined): T {
  return providerOptions === undefined ? part : { ...part, providerOptions };
}

function optionsOf({ providerData }: AssistantBlock, provider: string): ProviderOptions | undefined {
  if (providerData?.provider !== provider) return undefined;
  return isProviderOptions(providerData.data) ? providerData.data : undefined;
}

function isProviderOptions(data: JsonValue): data is JsonValue & ProviderOptions {
  if (!isObject(data)) return false;
  return Object.values(data).every(isObject);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Results in the calls' order. Where a wire has no pictures in results, each is replaced by a marker and all of them
 * follow in one user message, after the last result: nothing may stand between two results.
 */
function toolMessages(results: readonly ToolResult[], rules: MessageRules): ModelMessage[] {
  const pictures: ImagePart[] = [];
  const content = results.map((result): ToolResultPart => {
    const { callId: toolCallId, name: toolName } = result;
    const output = rules.toolResultImages ? fullOutput(result) : textOutput(result, pictures);
    return { type: "tool-result", toolCallId, toolName, output };
  });
  const message: ToolModelMessage = { role: "tool", content };
  if (pictures.length === 0) return [message];
  const intro: TextPart = { type: "text", text: "The pictures of the tool results above, in order:" };
  return [message, { role: "user", content: [intro, ...pictures] }];
}

function fullOutput(result: ToolResult): ToolResultPart["output"] {
  if (result.isError || result.content.every((block) => block.type === "text")) return textOutput(result, null);
  const value = result.content.map((block) => {
    const picture = block.type === "image" ? picturesBase64(block) : null;
    if (block.type === "image" && picture !== null) {
      return { type: "image-data" as const, data: picture, mediaType: block.mimeType };
    }
    return { type: "text" as const, text: block.type === "text" ? block.text : unreadableImage(block) };
  });
  return { type: "content", value };
}

/** `pictures` collects what the text only mentions; null where there is no place for them. */
function textOutput(result: ToolResult, pictures: ImagePart[] | null): ToolResultPart["output"] {
  const lines = result.content.map((block) => {
    if (block.type === "text") return block.text;
    const part = pictures === null ? null : imagePart(block);
    if (part === null || pictures === null) return unreadableImage(block);
    pictures.push(part);
    return `[picture ${pictures.length}, shown after the results]`;
  });
  return { type: result.isError ? "error-text" : "text", value: lines.join("\n") };
}

function imagePart(block: ImageBlock): ImagePart | null {
  const image = picturesBase64(block);
  return image === null ? null : { type: "image", image, mediaType: block.mimeType };
}

/** Re-encoded, so that text in the place of a picture can never be read as an address. Null where it is no picture. */
function picturesBase64({ mimeType, data }: ImageBlock): string | null {
  if (!READABLE_IMAGES.has(mimeType)) return null;
  const encoded = Buffer.from(data, "base64").toString("base64");
  return encoded === "" ? null : encoded;
}

function unreadableImage({ mimeType }: ImageBlock): string {
  return `[a picture that is not shown: ${JSON.stringify(mimeType.slice(0, 60))}]`;
}
