import type { AccountServerView } from "@loop/contract";
import { Switch } from "../parts/switch.js";
import { VisibleText } from "../parts/visible-text.js";
import { countTools } from "../words/app-words.js";
import { TOOLS } from "../words/tools-words.js";

interface GroupsProps {
  readonly view: AccountServerView;
  readonly onGroup: (name: string, enabled: boolean) => void;
}

/** A card's rarer settings: a switch a group, the unnamed one too (GRP-01). */
export function AccountServerGroups({ view, onGroup }: GroupsProps) {
  return (
    <details className="advanced">
      <summary>{TOOLS.advanced}</summary>
      <h4 className="label">{TOOLS.groups}</h4>
      <p className="note">{view.groups.length === 0 ? TOOLS.noGroups : TOOLS.groupsSay}</p>
      <ul className="groups">
        {view.groups.map((group) => (
          <li key={group.name}>
            <Switch
              isOn={group.enabled}
              label={TOOLS.groupSwitch(group.name === "" ? TOOLS.unnamed : group.name, view.label)}
              onChange={(enabled) => onGroup(group.name, enabled)}
            />
            <span className={group.enabled ? "grow" : "grow dimmer"}>
              {group.name === "" ? (
                TOOLS.unnamed
              ) : (
                <code>
                  <VisibleText text={group.name} />
                </code>
              )}
            </span>
            <span className="note num">{countTools(group.toolCount)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
