import type { ErrorText } from "./error-text.js";

/** Answers of the HTTP API that belong to no other group. */
export const HTTP_CODES = {
  "bad-request": {
    status: 400,
    sentence: "The request has a missing or wrong field.",
    nextStep: "Check the request.",
  },
  "not-json": {
    status: 415,
    sentence: "Only JSON bodies are accepted.",
    nextStep: "Send application/json.",
  },
  "body-too-large": {
    status: 413,
    sentence: "The request is larger than Loop accepts.",
    nextStep: "Send less.",
  },
  unauthorized: {
    status: 401,
    sentence: "You are not signed in.",
    nextStep: "Open the link that Loop printed when it started.",
  },
  "origin-refused": {
    status: 403,
    sentence: "This request came from another site and was refused.",
    nextStep: "Use Loop at its own address.",
  },
  "host-refused": {
    status: 421,
    sentence: "Loop does not answer under this name.",
    nextStep: "Use the address that Loop printed when it started.",
  },
  "route-unknown": {
    status: 404,
    sentence: "There is nothing at this address.",
    nextStep: "Check the address.",
  },
  "method-refused": {
    status: 405,
    sentence: "This address does not take this method.",
    nextStep: "Check the request.",
  },
  "conversation-unknown": {
    status: 404,
    sentence: "There is no such conversation.",
    nextStep: "Look at the list of conversations again.",
  },
  "not-in-this-mode": {
    status: 400,
    sentence: "This does not exist in this mode of Loop.",
    nextStep: "Leave the field out.",
  },
  "workspace-invalid": {
    status: 400,
    sentence: "The workspace must be an existing folder, given as an absolute path.",
    nextStep: "Choose another folder.",
  },
  "text-empty": {
    status: 400,
    sentence: "There is nothing to send.",
    nextStep: "Write something first.",
  },
  "text-too-long": {
    status: 413,
    sentence: "The text is longer than Loop accepts.",
    nextStep: "Shorten it.",
  },
  busy: {
    status: 503,
    sentence: "Too much is going on at once.",
    nextStep: "Try again in a moment.",
  },
  "internal-error": {
    status: 500,
    sentence: "Something in Loop failed.",
    nextStep: "Try again. If it stays, start Loop again.",
  },
} as const satisfies Record<string, ErrorText>;
