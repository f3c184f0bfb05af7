import type { Persona } from "@loop/contract";
import { Link } from "../parts/navigation.js";
import { PATHS } from "../words/paths.js";
import { PERSONAS } from "../words/persona-words.js";

/** Every persona by name, with how its instructions begin. */
export function PersonaList({ personas }: { readonly personas: readonly Persona[] }) {
  return (
    <ul className="list persona-rows">
      {personas.map(({ id, name, instructions }) => (
        <li key={id}>
          <Link href={PATHS.persona(id)}>{name}</Link>
          <p className="dim cut1">{instructions === "" ? PERSONAS.noInstructions : firstLine(instructions)}</p>
        </li>
      ))}
    </ul>
  );
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
