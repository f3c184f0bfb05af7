import { type ComponentProps, lazy, Suspense } from "react";
import { useCapabilities } from "../state/use-services.js";

/** Most conversations have none, so nobody waits for it. */
const PersonaChoice = lazy(async () => ({ default: (await import("./persona-choice.js")).PersonaChoice }));

/** The place of the persona below the message field; nothing where there are no personas. */
export function PersonaSlot(props: ComponentProps<typeof PersonaChoice>) {
  if (!useCapabilities().hasPersonas) return null;
  return (
    <Suspense fallback={null}>
      <PersonaChoice {...props} />
    </Suspense>
  );
}
