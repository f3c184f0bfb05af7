import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { Fragment } from "react";
import { Modal } from "../../parts/modal.js";
import { KEYBOARD, KEYS } from "../../words/keyboard-words.js";

const SECTIONS = ["everywhere", "onCard", "writing"] as const;

/** What each key does. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal label={KEYBOARD.title} className="keyboard-help" onClose={onClose}>
      <h2>{KEYBOARD.title}</h2>
      {SECTIONS.map((section) => (
        <section key={section} aria-label={KEYBOARD[section]}>
          <h3>{KEYBOARD[section]}</h3>
          <dl>
            {KEYS[section].map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && " "}
                      <kbd>{key}</kbd>
                    </Fragment>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="note">{KEYBOARD.note}</p>
      <button
        type="button"
        className="btn quiet icon close"
        aria-label={KEYBOARD.close}
        title={KEYBOARD.close}
        onClick={onClose}
      >
        <XIcon className="i" aria-hidden="true" />
      </button>
    </Modal>
  );
}
