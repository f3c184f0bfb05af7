import type { ErrorText } from "./error-text.js";

/** Why commands of built-in tools have no full sandbox (PER-09). */
export const SANDBOX_CODES = {
  "sandbox-unsupported": {
    status: 501,
    sentence: "Loop has no sandbox for this operating system.",
    nextStep: "Each command is asked. Nothing to do.",
  },
  "sandbox-missing": {
    status: 501,
    sentence: "The sandbox program is not installed.",
    nextStep: "Install bubblewrap (bwrap), then start Loop again. Until then each command is asked.",
  },
  "sandbox-forbidden": {
    status: 501,
    sentence: "The operating system does not let the sandbox program do its work.",
    nextStep: "Allow user namespaces for bubblewrap (bwrap). Until then each command is asked.",
  },
  "sandbox-leaks": {
    status: 501,
    sentence: "The sandbox was tried and did not hold, so it is not used.",
    nextStep: "Update bubblewrap (bwrap) and the system. Until then each command is asked.",
  },
  "sandbox-shared-users": {
    status: 501,
    sentence: "The sandbox works without a user namespace of its own, so it holds less than it should.",
    nextStep: "Allow user namespaces for bubblewrap (bwrap). Until then each command is asked.",
  },
  "sandbox-open-namespaces": {
    status: 501,
    sentence: "Commands in the sandbox can make namespaces of their own, so it holds less than it should.",
    nextStep: "Update bubblewrap to 0.8 or later. Until then each command is asked.",
  },
  "sandbox-no-processes": {
    status: 501,
    sentence: "The sandbox works without a view of its processes, so not all of it could be proved.",
    nextStep: "Let the container mount /proc. Until then each command is asked.",
  },
  "sandbox-unproven": {
    status: 501,
    sentence: "The sandbox of this operating system is used, but not all of it could be proved.",
    nextStep: "Each command is asked. Nothing to do.",
  },
} as const satisfies Record<string, ErrorText>;
