import { errorText, type McpServerView } from "@loop/contract";

/** A sentence and what to do next; `code` is shown small, so that it can be looked up. */
export interface Explanation {
  readonly sentence: string;
  readonly nextStep: string;
  readonly code: string;
}

const OWN: Readonly<Record<string, Omit<Explanation, "code">>> = {
  "loop-unreachable": {
    sentence: "Loop does not answer.",
    nextStep: "If it is stopped, start it again. This page goes on by itself.",
  },
  "reply-unreadable": {
    sentence: "Loop answered in a way this page does not understand.",
    nextStep: "Reload the page, so that page and server are of one version.",
  },
};

/** The words for any code the app can meet. */
export function explain(code: string): Explanation {
  const text = OWN[code] ?? errorText(code);
  return { sentence: text.sentence, nextStep: text.nextStep, code };
}

type ErrorView = Extract<McpServerView, { status: "error" }>;

/** Names the server, the variable or the command where that helps; never a server's text. */
export function explainServer(view: ErrorView): Explanation {
  const general = explain(view.code);
  const { name, transport } = view.config;
  switch (view.code) {
    case "missing-variable":
      return variableMissing(view, general);
    case "missing-command":
      if (transport.type !== "stdio") return general;
      return {
        ...general,
        sentence: `There is no program called ${transport.command} on this computer.`,
      };
    case "missing-directory":
      return { ...general, sentence: `The working directory of ${name} does not exist.` };
    case "authentication-required":
      return tokenRefused(view, general);
    case "access-rejected":
      return { ...general, sentence: `${name} refused access (403).` };
    case "timeout":
      return {
        ...general,
        sentence: `${name} did not answer in time.`,
        nextStep: "If it was still downloading or starting, press Retry.",
      };
    case "connection-closed":
      return { ...general, sentence: `${name} stopped or closed the connection.` };
    case "invalid-catalog":
      return { ...general, sentence: `${name} sent a list of tools that Loop cannot use.` };
    default:
      return general;
  }
}

function variableMissing(view: ErrorView, general: Explanation): Explanation {
  const variable = view.detail ?? onlyVariable(view);
  if (variable === null) return general;
  return { ...general, sentence: `Loop was started without ${variable}.`, nextStep: RESTART_AND_RETRY };
}

const RESTART_AND_RETRY = "Set it, start Loop again, then press Retry.";

function onlyVariable({ config: { transport } }: ErrorView): string | null {
  const names =
    transport.type === "stdio"
      ? transport.envVars
      : [transport.bearerTokenEnv, ...transport.envHeaders.map((header) => header.value)].filter((name) => name !== "");
  return names.length === 1 ? (names[0] ?? null) : null;
}

function tokenRefused({ config: { name, transport } }: ErrorView, general: Explanation): Explanation {
  const sentence = `${name} did not accept the token (401).`;
  if (transport.type !== "http" || transport.bearerTokenEnv === "") return { ...general, sentence };
  return { ...general, sentence, nextStep: `Check the variable ${transport.bearerTokenEnv}, then press Retry.` };
}

const SHORT: Readonly<Record<string, string>> = {
  "missing-variable": "Variable missing",
  "missing-command": "Program missing",
  "missing-directory": "Directory missing",
  "command-not-executable": "Not executable",
  "authentication-required": "Sign-in required",
  "oauth-required": "Wants OAuth",
  "access-rejected": "Access refused",
  timeout: "No answer in time",
  "connection-closed": "Stopped",
  "session-lost": "Connection lost",
  "invalid-catalog": "Unusable tool list",
  "refresh-failed": "Refresh failed",
  "network-unreachable": "Unreachable",
  "address-not-found": "Address not found",
  "certificate-invalid": "Certificate",
  "redirect-refused": "Redirect refused",
  "not-found": "Nothing there (404)",
  "not-mcp": "Not an MCP server",
};

/** Two or three words for a row. */
export function shortError(code: string): string {
  return SHORT[code] ?? "Error";
}
