import type { SandboxErrorCode } from "@loop/contract";

/** What runs a command inside, found by the probe. Plain data. */
export type SandboxEngine =
  | {
      readonly kind: "bubblewrap";
      readonly file: string;
      readonly userNamespace: boolean;
      /** Whether commands are kept from making namespaces of their own. */
      readonly closesNamespaces: boolean;
      /** Whether commands see their own processes under /proc. */
      readonly processView: boolean;
    }
  | { readonly kind: "seatbelt"; readonly file: string };

/**
 * `enforced`: tried at start, and everything held. `partial`: it is used, but something could not be had or proved, so
 * commands are asked all the same. `none`: commands run with the user's rights after a yes.
 */
export type SandboxState =
  | { readonly state: "enforced"; readonly engine: SandboxEngine; readonly reason: null }
  | { readonly state: "partial"; readonly engine: SandboxEngine; readonly reason: SandboxErrorCode }
  | { readonly state: "none"; readonly engine: null; readonly reason: SandboxErrorCode };

/** What a command may reach. Paths are absolute and real. */
export interface SandboxBounds {
  readonly workspace: string;
  readonly isWritable: boolean;
  readonly network: boolean;
  readonly home: string;
  readonly dataDir: string | null;
  readonly installDir: string | null;
  /** Folders of programs outside the system's own, seen read-only and put on PATH: Node's, for one. */
  readonly programs: readonly string[];
}

export interface SandboxedCommand {
  readonly bounds: SandboxBounds;
  /** Program and arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment but for PATH, HOME and the like. */
  readonly env: Readonly<Record<string, string>>;
}

/** How to start it: always with an empty environment, since a sandbox's own process shows what it was started with. */
export interface SandboxLaunch {
  readonly file: string;
  readonly args: readonly string[];
  /** Number of the descriptor on which the sandbox tells `{"exit-code": N}`; null where it does not. */
  readonly statusDescriptor: 3 | null;
  /** What became of the bounds, for the reader: the workspace had to be made read-only, and why. */
  readonly notice: string | null;
  /** Called when the command is over. */
  readonly tidy: () => Promise<void>;
}

export interface SandboxUse {
  readonly engine: SandboxEngine;
  readonly bounds: SandboxBounds;
}
