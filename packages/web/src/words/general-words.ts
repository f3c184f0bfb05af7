import type { AppState } from "@loop/contract";
import { explain } from "./errors.js";

/** Settings → General. */
export const GENERAL = {
  title: "General",
  lede: "What this Loop is, where it keeps things, and how it looks in this browser.",
  places: "Places",
  dataDir: "Data directory",
  dataDirSays: "Settings, servers and conversations are here. Set LOOP_DATA_DIR where Loop is started to use another.",
  workspace: "Usual workspace",
  workspaceSays:
    "New conversations begin in this folder; each can have another. Set LOOP_WORKSPACE where Loop is started to change the usual one.",
  none: "None",
  sandbox: "Commands",
  sandboxAside: "How commands of Loop’s own tools are held. Servers run outside of it, with your rights.",
  look: "Look",
  theme: "Theme",
  themeSays: "Kept in this browser.",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  about: "About",
  version: "Version",
} as const;

/** A connection's shapes: the sandbox is one more thing that is there or not. */
export type SandboxShape = "ready" | "suspended" | "disabled" | "connecting";

export interface SandboxWords {
  readonly shape: SandboxShape;
  readonly word: string;
  readonly says: string;
  /** "" where there is nothing to do. */
  readonly nextStep: string;
  readonly code: string | null;
}

/** The state of the sandbox as shape, word, what it means and what to do (PER-09). */
export function sandboxWords(sandbox: AppState["sandbox"]): SandboxWords {
  const reason = sandbox?.reason ?? null;
  const why = reason === null ? null : explain(reason);
  const said = { says: why === null ? "" : ` ${why.sentence}`, nextStep: why?.nextStep ?? "", code: reason };
  switch (sandbox?.state) {
    case "enforced":
      return {
        ...said,
        shape: "ready",
        word: "Held by a sandbox",
        says: `Commands reach the workspace and no network. It was tried when Loop started, and it held.${said.says}`,
      };
    case "partial":
      return {
        ...said,
        shape: "suspended",
        word: "Held in part",
        says: `Commands run in a sandbox that does not hold everything, so each one is asked.${said.says}`,
      };
    case "none":
      return {
        ...said,
        shape: "disabled",
        word: "No sandbox",
        says: `Commands run with your own rights, so each one is asked.${said.says}`,
      };
    default:
      return {
        ...said,
        shape: "connecting",
        word: "Being tried",
        says: "Loop is trying the sandbox of this computer.",
      };
  }
}
