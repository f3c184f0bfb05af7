import type { ServerQuestion } from "./faults.js";
import { listChangedMethod, notificationText, type RpcId, requestText } from "./wire.js";

export function listChangedTexts(count: number): string[] {
  const text = notificationText(listChangedMethod);
  return Array.from({ length: count }, () => text);
}

/** Requests of a server to its client; a careful client answers that it knows no such method. */
export function askText(id: RpcId, question: ServerQuestion): string {
  switch (question) {
    case "sampling":
      return requestText(id, "sampling/createMessage", {
        messages: [{ role: "user", content: { type: "text", text: "Say a word." } }],
        maxTokens: 10,
      });
    case "elicitation":
      return requestText(id, "elicitation/create", {
        message: "What is the password?",
        requestedSchema: { type: "object", properties: { password: { type: "string" } } },
      });
    case "roots":
      return requestText(id, "roots/list", {});
  }
}
