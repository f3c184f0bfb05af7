import type { DetectedModel } from "@loop/contract";
import { FIRST } from "../../words/first-words.js";
import { Commands, Found } from "../model-ways.js";

interface FoundModelsProps {
  readonly detected: readonly DetectedModel[];
  readonly hasLooked: boolean;
  readonly isLooking: boolean;
  readonly onLook: () => void;
  readonly onUse: (reference: string, foundAt?: string) => void;
}

/** What Loop sees on this computer and in its environment, when it is told to look. */
export function FoundModels({ detected, hasLooked, isLooking, onLook, onUse }: FoundModelsProps) {
  const hasFound = detected.length > 0;
  return (
    <>
      <p>{hasFound ? FIRST.found : hasLooked ? FIRST.looked : FIRST.notLooked}</p>
      {hasFound && <Found detected={detected} onUse={onUse} />}
      {!hasFound && hasLooked && <Commands lines={FIRST.ollamaCommands} />}
      <div>
        <button type="button" className="btn" disabled={isLooking} onClick={onLook}>
          {isLooking ? FIRST.looking : hasLooked ? FIRST.lookAgain : FIRST.look}
        </button>
      </div>
    </>
  );
}
