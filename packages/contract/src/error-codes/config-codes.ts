import type { ErrorText } from "./error-text.js";

/** Why a configuration was not taken (CFG-03, CFG-09 … CFG-18). */
export const CONFIG_CODES = {
  "config-file-malformed": {
    status: 500,
    sentence: "The file mcp.json cannot be read as a configuration and was left as it is.",
    nextStep: "Repair or move the file, then start Loop again.",
  },
  "storage-error": {
    status: 500,
    sentence: "The change could not be written to disk, and nothing was changed.",
    nextStep: "Check free space and the rights of the data directory, then try again.",
  },
  "storage-busy": {
    status: 500,
    sentence: "Another process is writing the configuration, and nothing was changed.",
    nextStep: "Try again in a moment.",
  },
  "config-invalid": {
    status: 400,
    sentence: "This configuration has a missing or wrong field.",
    nextStep: "Check the fields and save again.",
  },
  "config-id-invalid": {
    status: 400,
    sentence: "The id may hold small letters, digits, - and _, and at most 64 of them.",
    nextStep: "Choose another id.",
  },
  "config-name-empty": {
    status: 400,
    sentence: "A name is empty.",
    nextStep: "Enter a name.",
  },
  "config-control-character": {
    status: 400,
    sentence: "A field holds a character that cannot be used, such as a line break or NUL.",
    nextStep: "Remove the character and save again.",
  },
  "config-field-too-long": {
    status: 400,
    sentence: "A field is longer than Loop accepts.",
    nextStep: "Shorten it and save again.",
  },
  "config-too-many": {
    status: 400,
    sentence: "There are more entries than Loop accepts.",
    nextStep: "Remove some and save again.",
  },
  "config-key-reserved": {
    status: 400,
    sentence: "A name is reserved and cannot be used.",
    nextStep: "Choose another name.",
  },
  "config-key-duplicate": {
    status: 400,
    sentence: "The same name stands twice.",
    nextStep: "Remove one of them.",
  },
  "config-command-empty": {
    status: 400,
    sentence: "The command is empty.",
    nextStep: "Enter the program to start.",
  },
  "config-cwd-relative": {
    status: 400,
    sentence: "The working directory must be an absolute path or empty.",
    nextStep: "Enter the whole path.",
  },
  "config-variable-invalid": {
    status: 400,
    sentence: "That is not a name of an environment variable.",
    nextStep: "Use letters, digits and _, not starting with a digit.",
  },
  "config-url-invalid": {
    status: 400,
    sentence: "The address must be a http or https URL.",
    nextStep: "Check the address.",
  },
  "config-url-credentials": {
    status: 400,
    sentence: "The address must not hold a user name or a password.",
    nextStep: "Use a token or a header instead.",
  },
  "config-url-fragment": {
    status: 400,
    sentence: "The address must not have a part after #.",
    nextStep: "Remove the # and what follows.",
  },
  "config-url-port": {
    status: 400,
    sentence: "This port can never be reached by HTTP.",
    nextStep: "Run the server on another port.",
  },
  "config-header-invalid": {
    status: 400,
    sentence: "That is not a header Loop can send.",
    nextStep: "Change the header's name or value.",
  },
  "config-header-duplicate": {
    status: 400,
    sentence: "The same header stands twice, counting small and capital letters as equal.",
    nextStep: "Remove one of them.",
  },
  "config-header-conflict": {
    status: 400,
    sentence: "A token variable and an Authorization header cannot stand together.",
    nextStep: "Remove one of them.",
  },
  "config-secret-unknown": {
    status: 400,
    sentence: "A value is marked as saved, but there is none to keep.",
    nextStep: "Enter the value again.",
  },
  "config-secret-reentry": {
    status: 400,
    sentence: "The command or address changed, so saved values must be entered again. Nothing was changed.",
    nextStep: "Enter the saved values again, or undo the change.",
  },
  "config-import-unsupported": {
    status: 400,
    sentence: "This entry uses a transport Loop does not speak (sse).",
    nextStep: "Use the server's Streamable HTTP address.",
  },
  "server-unknown": {
    status: 404,
    sentence: "There is no server with this id.",
    nextStep: "Look at the list of servers again.",
  },
  "server-exists": {
    status: 409,
    sentence: "There already is a server with this id.",
    nextStep: "Choose another id, or edit the existing server.",
  },
  "server-id-mismatch": {
    status: 400,
    sentence: "The id in the address and the id in the body differ.",
    nextStep: "Send the same id in both.",
  },
  "manager-closed": {
    status: 500,
    sentence: "Loop is shutting down.",
    nextStep: "Start Loop again.",
  },
} as const satisfies Record<string, ErrorText>;
