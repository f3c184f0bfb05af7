import type { KeyboardEvent, ReactNode } from "react";

interface ConfirmProps {
  readonly question: string;
  readonly says: string;
  readonly yes: string;
  readonly no: string;
  readonly isBusy?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children?: ReactNode;
}

/** A question in place of a dialog: what will be gone, the way back first. Escape goes back. */
export function Confirm({ question, says, yes, no, isBusy = false, onYes, onNo, children }: ConfirmProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onNo();
  };
  return (
    <div className="confirm" role="group" aria-label={question} onKeyDown={handleKey}>
      <p>
        <strong>{question}</strong> {says}
      </p>
      {children}
      <div className="row wrap">
        <button type="button" className="btn small" ref={focusOnce} onClick={onNo}>
          {no}
        </button>
        <button type="button" className="btn small danger" aria-disabled={isBusy} onClick={() => !isBusy && onYes()}>
          {yes}
        </button>
      </div>
    </div>
  );
}

/** A steady function, so that it runs when the button appears and at no later change; the focus goes back afterwards. */
function focusOnce(button: HTMLButtonElement | null) {
  const before = document.activeElement;
  button?.focus();
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
