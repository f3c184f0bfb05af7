import type { Persona } from "@loop/contract";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { MaskHappyIcon } from "@phosphor-icons/react/dist/csr/MaskHappy";
import { Menu } from "../parts/menu.js";
import { PERSONA_CHOICE } from "../words/persona-words.js";

interface PersonaPickerProps {
  readonly personas: readonly Persona[];
  /** Null for none. */
  readonly chosen: Persona | null;
  readonly onChoose: (id: string | null) => void;
  readonly onSettings: () => void;
}

/** Whose part the model plays in this conversation; nobody's unless it is chosen. */
export function PersonaPicker({ personas, chosen, onChoose, onSettings }: PersonaPickerProps) {
  const label = chosen === null ? PERSONA_CHOICE.none : PERSONA_CHOICE.chosen(chosen.name);
  const choose = (id: string | null) => () => {
    if (id !== (chosen?.id ?? null)) onChoose(id);
  };
  return (
    <div className="persona-pick">
      <Menu
        label={label}
        buttonClass={chosen === null ? "pick" : "pick lit"}
        button={
          <>
            <MaskHappyIcon className="i" weight={chosen === null ? "regular" : "fill"} aria-hidden="true" />
            <span className={chosen === null ? "hide-s" : "cut1"}>{chosen?.name ?? PERSONA_CHOICE.none}</span>
            <CaretDownIcon className="i" aria-hidden="true" />
          </>
        }
        note={PERSONA_CHOICE.note}
        items={[
          {
            key: "none",
            isChosen: chosen === null,
            content: <Option title={PERSONA_CHOICE.none} says={PERSONA_CHOICE.noneSays} />,
            onChoose: choose(null),
          },
          ...personas.map(({ id, name, instructions }) => ({
            key: `persona ${id}`,
            isChosen: id === chosen?.id,
            content: <Option title={name} says={instructions.split("\n", 1)[0] ?? ""} />,
            onChoose: choose(id),
          })),
          {
            key: "settings",
            content: (
              <>
                <span />
                <Text title={PERSONA_CHOICE.settings} says={PERSONA_CHOICE.settingsSays} />
              </>
            ),
            onChoose: onSettings,
          },
        ]}
      />
    </div>
  );
}

interface OptionProps {
  readonly title: string;
  readonly says: string;
}

function Option(props: OptionProps) {
  return (
    <>
      <span className="dot-radio" aria-hidden="true" />
      <Text {...props} />
    </>
  );
}

function Text({ title, says }: OptionProps) {
  return (
    <span className="breaks">
      <b>{title}</b>
      {says !== "" && <small className="cut1">{says}</small>}
    </span>
  );
}
