import type { Registration } from "@loop/contract";
import { useId } from "react";
import { ADMIN_REGISTRATION, REGISTRATIONS } from "../words/admin-words.js";

interface RegistrationChoiceProps {
  readonly registration: Registration;
  readonly onChoose: (registration: Registration) => void;
}

const ORDER: readonly Registration[] = ["closed", "invite", "open"];

export function RegistrationChoice({ registration, onChoose }: RegistrationChoiceProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={ADMIN_REGISTRATION.who} className="choices">
      {ORDER.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === registration} onChange={() => onChoose(one)} />
          <span>
            <strong>{REGISTRATIONS[one].name}</strong>
            <span className="says">{REGISTRATIONS[one].says}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
