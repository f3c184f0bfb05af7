import type { ErrorText } from "./error-text.js";

/** Why Loop did not start. */
export const START_CODES = {
  "node-too-old": {
    status: 500,
    sentence: "This version of Node.js is too old for Loop.",
    nextStep: "Install Node.js 20.19 or later.",
  },
  "port-taken": {
    status: 500,
    sentence: "The port is used by another program.",
    nextStep: "Stop that program, or set PORT to another number.",
  },
  "data-dir-in-use": {
    status: 500,
    sentence: "Another Loop already runs on this data directory.",
    nextStep: "Use that one, stop it, or set LOOP_DATA_DIR to another folder.",
  },
  "data-dir-unreadable": {
    status: 500,
    sentence: "The data directory cannot be read or written.",
    nextStep: "Check its owner and rights, or set LOOP_DATA_DIR to another folder.",
  },
  "disk-full": {
    status: 500,
    sentence: "The disk is full.",
    nextStep: "Free some space, then try again.",
  },
  "database-unusable": {
    status: 500,
    sentence: "The database cannot be opened.",
    nextStep: "Restore a backup, or move loop.db away to begin anew.",
  },
  "database-unreachable": {
    status: 503,
    sentence: "The database server cannot be reached.",
    nextStep: "Check that it runs and that DATABASE_URL names its address and port.",
  },
  "database-refused": {
    status: 500,
    sentence: "The database server does not let Loop in.",
    nextStep: "Check user, password, database name and rights in DATABASE_URL.",
  },
  "database-newer": {
    status: 500,
    sentence: "The database was made by a later version of Loop.",
    nextStep: "Start that version or a later one; nothing was changed.",
  },
  "backup-elsewhere": {
    status: 500,
    sentence: "A database server is backed up with its own tools.",
    nextStep: "Use pg_dump, or stop Loop and run loop export FILE.",
  },
  "secret-needed": {
    status: 500,
    sentence: "Servers that share a database need a secret that you choose.",
    nextStep: "Set LOOP_SECRET to the same long random text on each of them, then start Loop again.",
  },
  "secret-wrong": {
    status: 500,
    sentence: "LOOP_SECRET is not the secret that this database was made with.",
    nextStep: "Give Loop the earlier secret; without it, saved tokens and keys cannot be read.",
  },
  "setting-invalid": {
    status: 500,
    sentence: "A setting has a value that Loop cannot use.",
    nextStep: "Correct the variable, then start Loop again.",
  },
  "setting-unavailable": {
    status: 500,
    sentence: "A setting belongs to a part that this version of Loop does not have.",
    nextStep: "Leave the variable out, then start Loop again.",
  },
  "allowed-origins-invalid": {
    status: 500,
    sentence: "MCP_ALLOWED_ORIGINS holds an entry that cannot be used.",
    nextStep:
      "Write scheme, host and port only, such as http://localhost:3000, parted by commas; then start Loop again.",
  },
  "secret-invalid": {
    status: 500,
    sentence: "LOOP_SECRET holds a secret that cannot be used.",
    nextStep: "Give at least 16 random characters each, parted by commas, none of them twice.",
  },
  "secret-file-exposed": {
    status: 500,
    sentence: "The file with the instance secret is not for its owner alone.",
    nextStep:
      "Make it a plain file of the user Loop runs as, with mode 600; replace the secret if others may have read it.",
  },
  "secret-file-malformed": {
    status: 500,
    sentence: "The file with the instance secret does not hold one, and was left as it is.",
    nextStep: "Bring it back from a backup; without it, saved tokens and keys must be entered again.",
  },
  "password-hashing-missing": {
    status: 500,
    sentence: "Passwords cannot be hashed on this kind of computer.",
    nextStep: "Install Loop again on this computer, optional packages included; it needs @node-rs/argon2 for it.",
  },
  "workspace-unusable": {
    status: 500,
    sentence: "The workspace is not a folder that can be used.",
    nextStep: "Create it, or set LOOP_WORKSPACE to another folder.",
  },
  "port-refused": {
    status: 500,
    sentence: "The system does not let Loop use this port.",
    nextStep: "Set PORT to a number above 1023.",
  },
  "address-unavailable": {
    status: 500,
    sentence: "Loop cannot listen on this address.",
    nextStep: "Set HOST to an address of this computer, or leave it out.",
  },
  "host-needs-public-url": {
    status: 500,
    sentence: "Listening beyond this computer needs LOOP_PUBLIC_URL.",
    nextStep: "Set LOOP_PUBLIC_URL, or leave HOST out.",
  },
  "not-built": {
    status: 500,
    sentence: "Loop is not built yet.",
    nextStep: "Run npm start, which builds it.",
  },
} as const satisfies Record<string, ErrorText>;
