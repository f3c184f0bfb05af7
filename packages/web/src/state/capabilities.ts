import type { AppState } from "@loop/contract";

/** What this Loop has. Screens ask these values and never for the mode's name. */
export interface Capabilities {
  /** People sign in by name, and administrators look after the instance. */
  readonly hasAccounts: boolean;
  /** Whose servers there are: those of this computer, or those of the signed-in account. */
  readonly serversOf: "computer" | "account";
  /** A conversation has a permission level, and a call can be allowed for its session. */
  readonly hasPresets: boolean;
  /** A conversation has a folder that Loop's own tools work in. */
  readonly hasWorkspace: boolean;
  /** A conversation has MCP tools only where it, or the account, says so (SWT-01). */
  readonly hasMcpSwitch: boolean;
  /** A conversation may have a persona, which remembers things. */
  readonly hasPersonas: boolean;
  /** The app's own words to the model can be changed in the app. */
  readonly changesPrompts: boolean;
  /** The model is chosen in the app; else whoever starts Loop chooses it. */
  readonly choosesModel: boolean;
  /** Tokens of past turns can be read, and prices entered for them. */
  readonly countsUsage: boolean;
}

const OF_MODE: Readonly<Record<AppState["mode"], Capabilities>> = {
  personal: {
    hasAccounts: false,
    serversOf: "computer",
    hasPresets: true,
    hasWorkspace: true,
    hasMcpSwitch: false,
    hasPersonas: false,
    changesPrompts: false,
    choosesModel: true,
    countsUsage: true,
  },
  shared: {
    hasAccounts: true,
    serversOf: "account",
    hasPresets: false,
    hasWorkspace: false,
    hasMcpSwitch: true,
    hasPersonas: true,
    changesPrompts: true,
    choosesModel: false,
    countsUsage: true,
  },
};

/** Before anything is known nothing is offered. */
const UNKNOWN: Capabilities = {
  hasAccounts: false,
  serversOf: "computer",
  hasPresets: false,
  hasWorkspace: false,
  hasMcpSwitch: false,
  hasPersonas: false,
  changesPrompts: false,
  choosesModel: false,
  countsUsage: false,
};

export function capabilitiesOf(state: Pick<AppState, "mode"> | null): Capabilities {
  return state === null ? UNKNOWN : OF_MODE[state.mode];
}
