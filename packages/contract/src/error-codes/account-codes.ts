import type { ErrorText } from "./error-text.js";

/** Accounts of a shared instance. */
export const ACCOUNT_CODES = {
  "administrator-only": {
    status: 403,
    sentence: "Only an administrator can do this.",
    nextStep: "Ask an administrator of this instance.",
  },
  "sign-in-refused": {
    status: 401,
    sentence: "Name and password do not fit together.",
    nextStep: "Check both and try again, or ask an administrator for a new password.",
  },
  "account-suspended": {
    status: 403,
    sentence: "This account is suspended.",
    nextStep: "Ask an administrator of this instance.",
  },
  "too-many-attempts": {
    status: 429,
    sentence: "There were too many attempts.",
    nextStep: "Wait a few minutes and try again.",
  },
  "setup-done": {
    status: 409,
    sentence: "This instance is set up already.",
    nextStep: "Sign in.",
  },
  "setup-code-wrong": {
    status: 403,
    sentence: "The set-up code is not right.",
    nextStep: "Open the link that Loop printed when it started; it holds the code.",
  },
  "name-taken": {
    status: 409,
    sentence: "There is an account with this name already.",
    nextStep: "Choose another name.",
  },
  "account-name-invalid": {
    status: 400,
    sentence: "This name cannot be used.",
    nextStep: "Use up to 64 letters, digits, signs and spaces, and nothing invisible.",
  },
  "password-too-short": {
    status: 400,
    sentence: "A password needs at least 8 characters.",
    nextStep: "Choose a longer one.",
  },
  "password-wrong": {
    status: 403,
    sentence: "The password is not right.",
    nextStep: "Enter the password you sign in with now.",
  },
  "registration-closed": {
    status: 403,
    sentence: "Nobody can make an account here by themselves.",
    nextStep: "Ask an administrator for an account or an invite.",
  },
  "invite-invalid": {
    status: 403,
    sentence: "This invite is used up, expired or not right.",
    nextStep: "Ask an administrator for a new one.",
  },
  "account-unknown": {
    status: 404,
    sentence: "There is no such account.",
    nextStep: "Look at the list of accounts again.",
  },
  "sign-in-unknown": {
    status: 404,
    sentence: "There is no such sign-in.",
    nextStep: "Look at the list again.",
  },
  "invite-unknown": {
    status: 404,
    sentence: "There is no such invite.",
    nextStep: "Look at the list again.",
  },
  "last-administrator": {
    status: 409,
    sentence: "This is the last administrator who can sign in.",
    nextStep: "Make another account an administrator first.",
  },
  "servers-not-allowed": {
    status: 403,
    sentence: "An administrator has not allowed accounts to add MCP servers.",
    nextStep: "Ask an administrator to allow it in Settings, Admin, MCP servers.",
  },
  "server-suspended": {
    status: 409,
    sentence: "An administrator has suspended this server.",
    nextStep: "Ask an administrator; your own switch changes nothing until then.",
  },
  "server-token-needed": {
    status: 400,
    sentence: "A new address needs the token entered again.",
    nextStep: "Enter the token, or remove it.",
  },
  "server-token-unreadable": {
    status: 409,
    sentence: "The stored token of this server cannot be read with this instance's secret.",
    nextStep: "Enter the token again.",
  },
  "server-token-invalid": {
    status: 400,
    sentence: "This token cannot be sent: it has blanks or letters that no header carries.",
    nextStep: "Copy the token again, without anything around it.",
  },
  "server-changed": {
    status: 409,
    sentence: "This server was changed somewhere else in the meantime. Nothing was saved.",
    nextStep: "Look at it again and repeat the change.",
  },
  "servers-too-many": {
    status: 409,
    sentence: "This account has as many MCP servers, or as large ones, as it may have.",
    nextStep: "Remove one first.",
  },
  "server-tests-busy": {
    status: 429,
    sentence: "Several servers of this account are being tested right now.",
    nextStep: "Wait until they are done and try again.",
  },
  "server-group-unknown": {
    status: 400,
    sentence: "This server has no such group.",
    nextStep: "Look at the server's groups again.",
  },
  "tools-switched-off": {
    status: 409,
    sentence: "MCP tools are switched off in this conversation.",
    nextStep: "Switch them on in the lightning menu of the composer.",
  },
} as const satisfies Record<string, ErrorText>;
