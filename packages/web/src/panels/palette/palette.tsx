import { ChatTextIcon } from "@phosphor-icons/react/dist/csr/ChatText";
import { LightningIcon } from "@phosphor-icons/react/dist/csr/Lightning";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { WrenchIcon } from "@phosphor-icons/react/dist/csr/Wrench";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Glyph } from "../../parts/glyph.js";
import { Modal } from "../../parts/modal.js";
import { VisibleText } from "../../parts/visible-text.js";
import { PALETTE } from "../../words/palette-words.js";
import { type FoundGroup, findItems, movedTo, type PaletteGroup, type PaletteItem } from "./palette-items.js";

interface PaletteProps {
  readonly items: readonly PaletteItem[];
  readonly onClose: () => void;
}

/** Finds conversations, tools and what can be done. It leads to a question and never answers one. */
export function Palette({ items, onClose }: PaletteProps) {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const groups = findItems(items, wanted);
  const found = groups.flatMap((group) => group.items);
  const chosen = found[Math.min(at, found.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen?.key]);
  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = movedTo(event.key, Math.min(at, found.length - 1), found.length);
    if (next === null && event.key !== "Enter") return;
    event.preventDefault();
    if (next === null) choose(chosen);
    else setAt(next);
  };
  return (
    <Modal label={PALETTE.title} className="palette" onClose={onClose}>
      <div className="q">
        <MagnifyingGlassIcon className="i" aria-hidden="true" />
        <input
          role="combobox"
          aria-label={PALETTE.title}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : `${listId} ${chosen.key}`.replaceAll(" ", "-")}
          placeholder={PALETTE.placeholder}
          value={wanted}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setWanted(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} role="listbox" aria-label={PALETTE.results} ref={list} className="found">
        {groups.map((group) => (
          <Group key={group.group} {...group} listId={listId} chosen={chosen?.key ?? ""} onChoose={choose} />
        ))}
      </div>
      {found.length === 0 && <p className="nothing">{PALETTE.nothing}</p>}
      <span className="sr" role="status">
        {wanted.trim() === "" ? "" : PALETTE.count(found.length)}
      </span>
      <PaletteFoot />
    </Modal>
  );
}

interface GroupProps extends FoundGroup {
  readonly listId: string;
  readonly chosen: string;
  readonly onChoose: (item: PaletteItem) => void;
}

function Group({ group, items, listId, chosen, onChoose }: GroupProps) {
  return (
    <div role="group" aria-label={PALETTE.groups[group]}>
      <h3 role="presentation">{PALETTE.groups[group]}</h3>
      {items.map((item) => (
        // The keyboard stays in the field above; a pointer may choose here.
        <div
          key={item.key}
          id={`${listId} ${item.key}`.replaceAll(" ", "-")}
          role="option"
          tabIndex={-1}
          aria-selected={item.key === chosen}
          onClick={() => onChoose(item)}
          onKeyDown={() => {}}
        >
          <Mark group={group} />
          <span className={item.isCode ? "grow cut1 code" : "grow cut1"}>
            <VisibleText text={item.text} />
          </span>
          <span className="note">
            <VisibleText text={item.note} />
          </span>
        </div>
      ))}
    </div>
  );
}

function Mark({ group }: { readonly group: PaletteGroup }) {
  switch (group) {
    case "asks":
      return (
        <span className="st-asked">
          <Glyph shape="asked" />
        </span>
      );
    case "tools":
      return <WrenchIcon className="i" aria-hidden="true" />;
    case "conversations":
      return <ChatTextIcon className="i" aria-hidden="true" />;
    case "do":
      return <LightningIcon className="i" aria-hidden="true" />;
  }
}

function PaletteFoot() {
  return (
    <footer>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {PALETTE.move}
      </span>
      <span>
        <kbd>Enter</kbd> {PALETTE.choose}
      </span>
      <span className="grow" />
      <span>{PALETTE.answers}</span>
    </footer>
  );
}
