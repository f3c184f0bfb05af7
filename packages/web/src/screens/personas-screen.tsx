import { PERSONA_LIMITS, type Persona } from "@loop/contract";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { PersonaList } from "../panels/persona-list.js";
import { Link } from "../parts/navigation.js";
import { PATHS } from "../words/paths.js";
import { PERSONAS } from "../words/persona-words.js";
import { SERVERS } from "../words/server-words.js";
import { Known } from "./known.js";
import { SettingsFrame } from "./settings-frame.js";
import { usePersonas } from "./use-personas.js";

/** Settings → Personas. */
export function PersonasScreen() {
  const { value, code, read } = usePersonas();
  return (
    <SettingsFrame page="personas" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{PERSONAS.title}</h1>
          <p className="lede above-form">{PERSONAS.lede}</p>
          <Known value={value} code={code} word={PERSONAS.title} onRetry={read}>
            {({ personas }) => <Personas personas={personas} />}
          </Known>
        </div>
      </div>
    </SettingsFrame>
  );
}

function Personas({ personas }: { readonly personas: readonly Persona[] }) {
  const isFull = personas.length >= PERSONA_LIMITS.personas;
  return (
    <div className="stack">
      <p className="note num">{PERSONAS.count(personas.length)}</p>
      {personas.length === 0 ? <p className="dim">{PERSONAS.empty}</p> : <PersonaList personas={personas} />}
      {isFull ? (
        <p>{PERSONAS.full}</p>
      ) : (
        <p>
          <Link className="btn" href={PATHS.addPersona}>
            <PlusIcon className="i" aria-hidden="true" />
            {PERSONAS.add}
          </Link>
        </p>
      )}
    </div>
  );
}
