import type { ErrorText } from "./error-text.js";

/** Why an instance with accounts does not reach an address (NET-01, NET-02). */
export const EGRESS_CODES = {
  "address-not-public": {
    status: 400,
    sentence: "This address belongs to a private network or to the computer Loop runs on.",
    nextStep: "Use a public address, or ask the administrator to allow this one.",
  },
  "origin-not-allowed": {
    status: 400,
    sentence: "This address is not among those that the administrator of this instance allows.",
    nextStep: "Use an allowed address, or ask the administrator to allow this one.",
  },
  "response-encoded": {
    status: 502,
    sentence: "The server compressed its answer although Loop asks for plain ones.",
    nextStep: "Switch compression off in the server or in the proxy before it.",
  },
} as const satisfies Record<string, ErrorText>;
