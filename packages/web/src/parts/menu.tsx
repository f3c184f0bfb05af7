import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

export interface MenuItem {
  readonly key: string;
  readonly content: ReactNode;
  /** Set where the item is one of several choices, or a switch. */
  readonly isChosen?: boolean;
  readonly isSwitch?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly isBelow?: boolean;
  readonly items: readonly MenuItem[];
  readonly note?: string;
}

/** A button with a menu: arrows move, Escape and a click elsewhere close, choosing gives the focus back. */
export function Menu({ label, button, buttonClass, isBelow = false, items, note }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    firstItem(anchor.current)?.focus();
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && anchor.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Tab") return setOpen(false);
    if (event.key === "Escape") {
      event.stopPropagation();
      return close();
    }
    if (moveFocus(event.currentTarget, event.key)) event.preventDefault();
  };
  const choose = (item: MenuItem) => () => {
    close();
    item.onChoose();
  };
  return (
    <div className="menu-anchor" ref={anchor}>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div className={isBelow ? "menu below" : "menu"}>
          <div role="menu" aria-label={label} onKeyDown={handleKey}>
            {items.map((item) => (
              <button
                key={item.key}
                type="button"
                role={roleOf(item)}
                aria-checked={item.isChosen}
                tabIndex={-1}
                onClick={choose(item)}
              >
                {item.content}
              </button>
            ))}
          </div>
          {note !== undefined && <p className="note menu-note">{note}</p>}
        </div>
      )}
    </div>
  );
}

function roleOf({ isChosen, isSwitch }: MenuItem) {
  if (isSwitch === true) return "menuitemcheckbox";
  return isChosen === undefined ? "menuitem" : "menuitemradio";
}

function itemsIn(root: Element | null): readonly HTMLElement[] {
  return root === null ? [] : [...root.querySelectorAll<HTMLElement>("[role^='menuitem']")];
}

function firstItem(root: Element | null): HTMLElement | undefined {
  const all = itemsIn(root);
  return all.find((item) => item.getAttribute("aria-checked") === "true") ?? all[0];
}

function moveFocus(menu: Element, key: string): boolean {
  const all = itemsIn(menu);
  const at = all.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[key];
  if (next === undefined || all.length === 0) return false;
  all[next % all.length]?.focus();
  return true;
}
