import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { type ReactNode, useEffect, useRef } from "react";

interface SideDialogProps {
  readonly isOpen: boolean;
  readonly side: "drawer" | "side" | "middle";
  readonly label: string;
  readonly closeWord: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native dialog at an edge or in the middle: Escape, a click beside it, and the focus trap are the browser's. */
export function SideDialog({ isOpen, side, label, closeWord, onClose, children }: SideDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={side}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {isOpen && (
        <>
          {children}
          <button
            type="button"
            className="btn quiet icon close"
            aria-label={closeWord}
            title={closeWord}
            onClick={onClose}
          >
            <XIcon className="i" aria-hidden="true" />
          </button>
        </>
      )}
    </dialog>
  );
}
