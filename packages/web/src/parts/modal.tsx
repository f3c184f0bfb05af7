import { type ReactNode, useLayoutEffect, useRef } from "react";

interface ModalProps {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native dialog that is open for as long as it is there: Escape, the focus trap and the way back are the browser's. */
export function Modal({ label, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element is gone, so that the focus finds its way back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
