import type { Persona } from "@loop/contract";
import { type ReactNode, useState } from "react";
import { Crumbs } from "../panels/crumbs.js";
import { MemoryList } from "../panels/memory-list.js";
import type { PersonaForm as Form } from "../panels/persona-fields.js";
import { PersonaForm } from "../panels/persona-form.js";
import { Confirm } from "../parts/confirm.js";
import { HangSection } from "../parts/hang-section.js";
import { Link, useNavigate } from "../parts/navigation.js";
import { Trouble } from "../parts/trouble.js";
import { useServices } from "../state/use-services.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { MEMORY, PERSONAS } from "../words/persona-words.js";
import { Known } from "./known.js";
import { SettingsFrame } from "./settings-frame.js";
import { useCommand } from "./use-command.js";
import { useMemories, usePersonas } from "./use-personas.js";

interface FrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Frame({ title, children }: FrameProps) {
  return (
    <SettingsFrame page="personas" narrowBack={{ href: PATHS.personas, word: PERSONAS.backToList }}>
      <div className="scroll">
        <div className="page">
          <Crumbs crumbs={[{ word: PERSONAS.title, href: PATHS.personas }, { word: title }]} />
          <h1 className="above-form">{title}</h1>
          {children}
        </div>
      </div>
    </SettingsFrame>
  );
}

/** Settings → Personas → New persona. */
export function AddPersonaScreen() {
  const { api } = useServices();
  const navigate = useNavigate();
  const { isBusy, refusal, run } = useCommand();
  const create = async (form: Form) => {
    const isDone = await run(async () => {
      const made = await api.call("createPersona", { body: form });
      if (made.ok) navigate(PATHS.persona(made.value.persona.id));
      return made;
    });
    return isDone;
  };
  return (
    <Frame title={PERSONAS.addTitle}>
      <HangSection title={PERSONAS.who} aside={PERSONAS.whoAside} isFirst>
        {refusal !== null && <Trouble {...explain(refusal)} />}
        <PersonaForm
          initial={{ name: "", instructions: "" }}
          isNew
          isBusy={isBusy}
          onSave={(form) => void create(form)} // never rejects: a refusal is shown above
        >
          <Link className="btn quiet" href={PATHS.personas}>
            {PERSONAS.cancel}
          </Link>
        </PersonaForm>
      </HangSection>
    </Frame>
  );
}

/** Settings → Personas → one of them: who it is, what it remembers, its end. */
export function PersonaScreen({ id }: { readonly id: string }) {
  const { value, code, read } = usePersonas();
  const persona = value?.personas.find((one) => one.id === id) ?? null;
  return (
    <Frame title={persona?.name ?? PERSONAS.title}>
      <Known value={value} code={code} word={PERSONAS.title} onRetry={read}>
        {() =>
          persona === null ? (
            <Trouble {...explain("persona-unknown")} />
          ) : (
            <OnePersona persona={persona} onChanged={read} />
          )
        }
      </Known>
    </Frame>
  );
}

interface OnePersonaProps {
  readonly persona: Persona;
  readonly onChanged: () => void;
}

function OnePersona({ persona, onChanged }: OnePersonaProps) {
  const { memories, code, read, isBusy, refusal, add, change, remove } = useMemories(persona.id);
  return (
    <>
      <HangSection title={PERSONAS.who} aside={PERSONAS.whoAside} isFirst>
        <Edit persona={persona} onChanged={onChanged} />
      </HangSection>
      <HangSection title={MEMORY.title} aside={MEMORY.aside}>
        <p className="dim">{MEMORY.closed}</p>
        {refusal !== null && <Trouble {...explain(refusal)} />}
        <Known value={memories} code={code} word={MEMORY.title} onRetry={read}>
          {(known) => <MemoryList memories={known} isBusy={isBusy} onAdd={add} onChange={change} onRemove={remove} />}
        </Known>
      </HangSection>
      <HangSection title={PERSONAS.removeTitle} aside={PERSONAS.removeAside}>
        <Remove persona={persona} memories={memories?.length ?? 0} />
      </HangSection>
    </>
  );
}

function Edit({ persona, onChanged }: OnePersonaProps) {
  const { api } = useServices();
  const { isBusy, refusal, run } = useCommand();
  const [isSaved, setSaved] = useState(false);
  const save = async (body: Form) => {
    setSaved(false);
    setSaved(await run(() => api.call("updatePersona", { params: { id: persona.id }, body })));
    onChanged();
  };
  return (
    <>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <PersonaForm
        initial={{ name: persona.name, instructions: persona.instructions }}
        isNew={false}
        isBusy={isBusy}
        onSave={(form) => void save(form)} // never rejects: a refusal is shown above
      >
        <span className="note" role="status">
          {isSaved && PERSONAS.saved}
        </span>
      </PersonaForm>
    </>
  );
}

interface RemoveProps {
  readonly persona: Persona;
  readonly memories: number;
}

function Remove({ persona: { id, name }, memories }: RemoveProps) {
  const { api } = useServices();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, refusal, run } = useCommand();
  const remove = async () => {
    if (await run(() => api.call("deletePersona", { params: { id } }))) navigate(PATHS.personas);
  };
  return (
    <>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      {isAsking ? (
        <Confirm
          question={PERSONAS.removeQuestion(name)}
          says={PERSONAS.removeSays(memories)}
          yes={PERSONAS.removeYes}
          no={PERSONAS.keep}
          isBusy={isBusy}
          onYes={() => void remove()} // never rejects: a refusal is shown above
          onNo={() => setAsking(false)}
        />
      ) : (
        <p>
          <button type="button" className="btn danger" onClick={() => setAsking(true)}>
            {PERSONAS.removeLabel(name)}
          </button>
        </p>
      )}
    </>
  );
}
