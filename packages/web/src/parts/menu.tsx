import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly isBelow?: boolean;
  /** Items carry `role="menuitem"` or `menuitemradio`; `close` gives the focus back to the button. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a menu: arrows move, Escape and a click elsewhere close. */
export function Menu({ label, button, buttonClass, isBelow = false, children }: MenuProps) {
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
        <div className={isBelow ? "menu below" : "menu"} role="menu" aria-label={label} onKeyDown={handleKey}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

function items(root: Element | null): readonly HTMLElement[] {
  return root === null ? [] : [...root.querySelectorAll<HTMLElement>("[role^='menuitem']")];
}

function firstItem(root: Element | null): HTMLElement | undefined {
  const all = items(root);
  return all.find((item) => item.getAttribute("aria-checked") === "true") ?? all[0];
}

function moveFocus(menu: Element, key: string): boolean {
  const all = items(menu);
  const at = all.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[key];
  if (next === undefined || all.length === 0) return false;
  all[next % all.length]?.focus();
  return true;
}
