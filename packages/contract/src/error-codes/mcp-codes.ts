import type { ErrorText } from "./error-text.js";

/** Why a server is in error, or why a call to it failed (ERR-01). */
export const MCP_CODES = {
  "missing-variable": {
    status: 400,
    sentence: "A variable that this server needs is not set.",
    nextStep: "Set the variable, start Loop again, then press Retry.",
  },
  "missing-command": {
    status: 400,
    sentence: "There is no program with this command on this computer.",
    nextStep: "Install it or change the command, then press Retry.",
  },
  "command-not-executable": {
    status: 400,
    sentence: "The command is a file that may not be run as a program.",
    nextStep: "Make it executable or change the command, then press Retry.",
  },
  "missing-directory": {
    status: 400,
    sentence: "The working directory of this server does not exist.",
    nextStep: "Create it or change the directory, then press Retry.",
  },
  "authentication-required": {
    status: 502,
    sentence: "The server did not accept the token (401).",
    nextStep: "Check the token or the variable it comes from, then press Retry.",
  },
  "oauth-required": {
    status: 502,
    sentence: "This server wants OAuth, which Loop does not do (401).",
    nextStep: "Use a token from the service's settings, or put a gateway in front of it.",
  },
  "access-rejected": {
    status: 502,
    sentence: "The server refused access (403).",
    nextStep: "Check what the token may do and the address, then press Retry.",
  },
  timeout: {
    status: 504,
    sentence: "The server did not answer in time.",
    nextStep: "If it was still downloading or starting, press Retry.",
  },
  "setup-timeout": {
    status: 504,
    sentence: "The server did not start within two minutes. It may still have been downloading.",
    nextStep: "Run the command once in a terminal until it is there, then press Retry.",
  },
  "connection-closed": {
    status: 502,
    sentence: "The server stopped or closed the connection.",
    nextStep: "Check its arguments and whether it runs, then press Retry.",
  },
  "session-lost": {
    status: 502,
    sentence: "The server no longer knows this connection.",
    nextStep: "Press Retry to connect again.",
  },
  "invalid-catalog": {
    status: 502,
    sentence: "The server sent a list of tools that Loop cannot use.",
    nextStep: "Update the server, then press Retry.",
  },
  "refresh-failed": {
    status: 502,
    sentence: "The server said its tools changed, but the new list could not be read.",
    nextStep: "Press Retry to connect again.",
  },
  "network-unreachable": {
    status: 502,
    sentence: "The server could not be reached.",
    nextStep: "Check the address and the network, then press Retry.",
  },
  "address-not-found": {
    status: 502,
    sentence: "There is no server with this name on the network.",
    nextStep: "Check the spelling of the address, then press Retry.",
  },
  "certificate-invalid": {
    status: 502,
    sentence: "The server's certificate could not be trusted.",
    nextStep: "Fix the certificate or use the right address, then press Retry.",
  },
  "redirect-refused": {
    status: 502,
    sentence: "The server wanted to send Loop to another address, which is not followed.",
    nextStep: "Enter the final address as the server's address.",
  },
  "not-found": {
    status: 502,
    sentence: "There is no MCP server at this address (404).",
    nextStep: "Check the path of the address, then press Retry.",
  },
  "server-failed": {
    status: 502,
    sentence: "The server answered with an error of its own.",
    nextStep: "Look at the server's own log, then press Retry.",
  },
  "not-mcp": {
    status: 502,
    sentence: "What answered does not speak MCP over Streamable HTTP or stdio.",
    nextStep: "Check that the address or command is an MCP server, then press Retry.",
  },
  "version-unsupported": {
    status: 502,
    sentence: "The server speaks a version of MCP that Loop does not know.",
    nextStep: "Update the server or Loop, then press Retry.",
  },
  "response-too-large": {
    status: 502,
    sentence: "The server sent more than Loop accepts in one answer.",
    nextStep: "Ask for less at a time, or update the server.",
  },
  "address-refused": {
    status: 400,
    sentence: "This address is not allowed on this instance.",
    nextStep: "Use a public address, or ask the administrator to allow this origin.",
  },
  "server-disabled": {
    status: 400,
    sentence: "This server is switched off.",
    nextStep: "Switch it on first.",
  },
  "spawn-failed": {
    status: 502,
    sentence: "The program could not be started.",
    nextStep: "Check the command and the rights of the program, then press Retry.",
  },
} as const satisfies Record<string, ErrorText>;
