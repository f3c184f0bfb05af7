import type { ErrorText } from "./error-text.js";

/** How a built-in tool's work on files or commands ended other than well (PER-09). */
export const WORKSPACE_CODES = {
  "path-invalid": {
    status: 400,
    sentence: "This is not a path that Loop accepts.",
    nextStep: "Use a path relative to the workspace.",
  },
  "path-outside": {
    status: 403,
    sentence: "The path leads out of the workspace.",
    nextStep: "Use a path inside the workspace, or ask the person for full access.",
  },
  "path-protected": {
    status: 403,
    sentence: "This place is protected: Loop's own data, Loop's own program, or a repository's .git folder.",
    nextStep: "Leave it alone, or ask the person to do it.",
  },
  "path-denied": {
    status: 403,
    sentence: "The operating system does not allow this for that path.",
    nextStep: "Check the rights of the file, or use another one.",
  },
  "workspace-missing": {
    status: 404,
    sentence: "The workspace folder does not exist any more.",
    nextStep: "Choose another workspace, or create the folder again.",
  },
  "workspace-protected": {
    status: 403,
    sentence: "This folder holds Loop's own data and cannot be a workspace.",
    nextStep: "Choose another folder.",
  },
  "workspace-read-only": {
    status: 403,
    sentence: "Nothing can be written here: the conversation is read only.",
    nextStep: "Ask the person to allow writing in the workspace.",
  },
  "file-missing": {
    status: 404,
    sentence: "There is no such file or folder.",
    nextStep: "List the folder to see what is there.",
  },
  "file-is-folder": {
    status: 400,
    sentence: "The path is a folder, not a file.",
    nextStep: "Name a file in it, or list the folder.",
  },
  "folder-is-file": {
    status: 400,
    sentence: "A part of the path is a file, not a folder.",
    nextStep: "Name a folder.",
  },
  "file-special": {
    status: 400,
    sentence: "The path is neither a plain file nor a folder.",
    nextStep: "Use a plain file.",
  },
  "file-too-large": {
    status: 413,
    sentence: "The file is larger than this tool works on.",
    nextStep: "Search in it, or use a command.",
  },
  "file-binary": {
    status: 415,
    sentence: "The file is not text.",
    nextStep: "Use a command that understands its format.",
  },
  "file-changed": {
    status: 409,
    sentence: "The file was changed by somebody else in the meantime. Nothing was written.",
    nextStep: "Read it again and repeat the change.",
  },
  "file-unwritten": {
    status: 507,
    sentence: "The file could not be written. The old content is still there.",
    nextStep: "Check the free space of the disk, then try again.",
  },
  "file-unread": {
    status: 500,
    sentence: "The file or folder could not be read.",
    nextStep: "Try again, or use another one.",
  },
  "too-many-links": {
    status: 400,
    sentence: "The path goes through too many symbolic links.",
    nextStep: "Use the path the links lead to.",
  },
  "text-not-found": {
    status: 409,
    sentence: "The text to replace is not in the file. Nothing was written.",
    nextStep: "Read the file again and copy the text exactly, blanks included.",
  },
  "text-not-unique": {
    status: 409,
    sentence: "The text to replace is in the file more than once. Nothing was written.",
    nextStep: "Give more of the lines around it, or replace all.",
  },
  "text-unchanged": {
    status: 400,
    sentence: "The old and the new text are the same. Nothing was written.",
    nextStep: "Give the new text.",
  },
  "pattern-invalid": {
    status: 400,
    sentence: "The search pattern is not a valid regular expression.",
    nextStep: "Correct it, or search for plain text.",
  },
  "pattern-too-slow": {
    status: 408,
    sentence: "The search pattern takes too long on these files and was stopped.",
    nextStep: "Use a simpler pattern, or plain text.",
  },
  "search-failed": {
    status: 500,
    sentence: "The search could not be run.",
    nextStep: "Try again, or search for plain text.",
  },
  "command-failed": {
    status: 422,
    sentence: "The command ended with an error.",
    nextStep: "Read its output.",
  },
  "command-timeout": {
    status: 408,
    sentence: "The command took too long and was stopped. It may have taken effect.",
    nextStep: "Check what it did, then try less at a time or allow more time.",
  },
  "command-unstarted": {
    status: 500,
    sentence: "The command could not be started. Nothing was run.",
    nextStep: "Check the workspace and the sandbox with loop doctor.",
  },
} as const satisfies Record<string, ErrorText>;
