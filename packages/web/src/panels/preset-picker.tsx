import type { PermissionPreset } from "@loop/contract";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { EyeIcon } from "@phosphor-icons/react/dist/csr/Eye";
import { LockSimpleOpenIcon } from "@phosphor-icons/react/dist/csr/LockSimpleOpen";
import { PencilSimpleLineIcon } from "@phosphor-icons/react/dist/csr/PencilSimpleLine";
import { Menu } from "../parts/menu.js";
import { PRESET_NOTE, PRESET_TITLE, PRESETS } from "../words/chat-words.js";

interface PresetPickerProps {
  readonly preset: PermissionPreset;
  readonly onChoose: (preset: PermissionPreset) => void;
}

const ORDER: readonly PermissionPreset[] = ["read-only", "workspace-write", "full-access"];
const ICONS = { "read-only": EyeIcon, "workspace-write": PencilSimpleLineIcon, "full-access": LockSimpleOpenIcon };

/** PER-01, UI-06: always in view, changed in two presses. */
export function PresetPicker({ preset, onChoose }: PresetPickerProps) {
  const Icon = ICONS[preset];
  return (
    <Menu
      label={`${PRESET_TITLE}: ${PRESETS[preset].name}`}
      buttonClass={preset === "full-access" ? "pick full" : "pick"}
      button={
        <>
          <Icon className="i" aria-hidden="true" />
          {PRESETS[preset].name}
          <CaretDownIcon className="i" aria-hidden="true" />
        </>
      }
      note={PRESET_NOTE}
      items={ORDER.map((option) => ({
        key: option,
        isChosen: option === preset,
        onChoose: () => {
          if (option !== preset) onChoose(option);
        },
        content: (
          <>
            <span className="dot-radio" aria-hidden="true" />
            <span>
              <b>{PRESETS[option].name}</b>
              <small>{PRESETS[option].says}</small>
            </span>
          </>
        ),
      }))}
    />
  );
}
