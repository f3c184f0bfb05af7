import type { ErrorText } from "./error-text.js";

/** How a call or a question ended other than well (PER-04 … PER-14). */
export const CALL_CODES = {
  "call-denied": {
    status: 403,
    sentence: "The call was refused by the person. Nothing was sent.",
    nextStep: "Go on without it, or ask the person.",
  },
  "call-expired": {
    status: 403,
    sentence: "Nobody answered in time. Nothing was sent.",
    nextStep: "Ask again when somebody is there.",
  },
  "call-cancelled": {
    status: 409,
    sentence: "The call was cancelled.",
    nextStep: "Start it again if it is still wanted.",
  },
  "no-approval-handler": {
    status: 403,
    sentence: "Nobody can be asked here, so the call was refused. Nothing was sent.",
    nextStep: "Use a surface where calls can be answered.",
  },
  "approval-handler-failed": {
    status: 403,
    sentence: "The question could not be put to anybody, so the call was refused. Nothing was sent.",
    nextStep: "Try again where calls can be answered.",
  },
  "answer-not-offered": {
    status: 403,
    sentence: "The answer was not one of those offered, so the call was refused. Nothing was sent.",
    nextStep: "Call again and choose one of the answers offered.",
  },
  "call-timeout": {
    status: 504,
    sentence: "The server did not answer this call within 60 seconds. It may have taken effect.",
    nextStep: "Check on the server before trying again.",
  },
  "catalog-changed": {
    status: 409,
    sentence: "The server's tools changed or the server was switched off, so the call was not allowed.",
    nextStep: "Send another message to use the current tools.",
  },
  "arguments-invalid": {
    status: 400,
    sentence: "The arguments do not fit the tool's schema. Nothing was sent.",
    nextStep: "Correct the arguments.",
  },
  "arguments-unchecked": {
    status: 400,
    sentence: "The tool's schema could not be checked in time. Nothing was sent.",
    nextStep: "Use simpler arguments, or report the tool to its server.",
  },
  "tool-unknown": {
    status: 404,
    sentence: "There is no such tool.",
    nextStep: "Use one of the tools that were offered.",
  },
  "tool-not-asked-for": {
    status: 409,
    sentence: "The tool was not among those asked for in this turn. Nothing was sent.",
    nextStep: "The model may ask for its server and call it then.",
  },
  "tool-name-reserved": {
    status: 409,
    sentence: "A tool was left out, because its name is one of the app's own.",
    nextStep: "Give the tool another name on its server.",
  },
  "app-tool-timeout": {
    status: 504,
    sentence: "A tool of the app did not end in time.",
    nextStep: "Try again in a moment.",
  },
  "script-failed": {
    status: 502,
    sentence: "The script did not run to its end.",
    nextStep: "Read what it says about its end, and send a corrected script.",
  },
  "tool-failed": {
    status: 502,
    sentence: "The tool reported an error.",
    nextStep: "Read the error and change the arguments, or do without.",
  },
  "tool-refused": {
    status: 502,
    sentence: "The server refused the call.",
    nextStep: "Read the arguments again, or do without.",
  },
  "result-too-large": {
    status: 502,
    sentence: "The result was larger than Loop accepts.",
    nextStep: "Ask for less at a time.",
  },
  "approval-unknown": {
    status: 404,
    sentence: "There is no such question.",
    nextStep: "Look at the open questions again.",
  },
  "approval-settled": {
    status: 409,
    sentence: "This question was already answered.",
    nextStep: "Nothing to do.",
  },
  "decision-not-offered": {
    status: 400,
    sentence: "This answer is not offered for this question, which stays open.",
    nextStep: "Choose one of the answers on the card.",
  },
  "grant-unknown": {
    status: 404,
    sentence: "There is no such permission.",
    nextStep: "Look at the session's permissions again.",
  },
  "grant-ended": {
    status: 409,
    sentence: "A permission for this session ended, because the server's tools or its connection changed.",
    nextStep: "The next call of the tool is asked again.",
  },
  "memory-closed": {
    status: 409,
    sentence: "Memory cannot be written in this turn, because an MCP server has answered in it.",
    nextStep: "Write it in a later turn.",
  },
} as const satisfies Record<string, ErrorText>;
