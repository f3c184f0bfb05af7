import { errorText, type SandboxErrorCode } from "@loop/contract";
import type { Finding } from "./finding.js";

/** What a trial of the sandbox for commands of built-in tools came to (PER-09). */
type SandboxTrial =
  | { readonly state: "enforced"; readonly reason: null }
  | { readonly state: "partial" | "none"; readonly reason: SandboxErrorCode };

/** A missing sandbox is no fault: each command is asked instead. */
export function sandboxFinding(trial: SandboxTrial): Finding {
  const about = "Sandbox";
  if (trial.state === "enforced") return { about, state: "good", sentence: "It was tried, and it holds." };
  const { sentence, nextStep } = errorText(trial.reason);
  return { about, state: "note", sentence: `${trial.state === "none" ? "None" : "In part"}. ${sentence}`, nextStep };
}
