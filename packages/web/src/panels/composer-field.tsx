import { type KeyboardEvent, useId, useState } from "react";
import { CHAT } from "../words/chat-words.js";
import { COMMANDS } from "../words/command-words.js";
import { matchingCommands, type SlashCommand } from "./slash-commands.js";

interface ComposerFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly isRunning: boolean;
  readonly hasMessages: boolean;
  readonly commands: readonly SlashCommand[];
}

/** Where words are written. A slash at the beginning offers commands; Escape makes it words again. */
export function ComposerField(props: ComposerFieldProps) {
  const { text, onText, onSend, isRunning, hasMessages } = props;
  const listId = useId();
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState("");
  const found = dismissed === text ? [] : matchingCommands(text, props.commands);
  const chosen = found[Math.min(at, found.length - 1)];
  const choose = (command: SlashCommand) => {
    onText("");
    command.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isDone = chosen !== undefined && handleListKey(event.key);
    if (isDone) return event.preventDefault();
    if (event.key !== "Enter" || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isRunning) onSend();
  };
  const handleListKey = (key: string): boolean => {
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : found.length - 1;
      setAt((Math.min(at, found.length - 1) + step) % found.length);
    } else if (key === "Escape") setDismissed(text);
    else if ((key === "Enter" || key === "Tab") && chosen !== undefined) choose(chosen);
    else return false;
    return true;
  };
  return (
    <>
      {found.length > 0 && <CommandList id={listId} found={found} chosen={chosen} onChoose={choose} />}
      <textarea
        rows={1}
        value={text}
        aria-label={CHAT.message}
        placeholder={isRunning ? CHAT.nextTurn : hasMessages ? CHAT.reply : CHAT.placeholder}
        data-composer=""
        {...(chosen === undefined
          ? {}
          : { "aria-controls": listId, "aria-activedescendant": `${listId}-${chosen.name}` })}
        onChange={(event) => {
          onText(event.target.value);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
    </>
  );
}

interface CommandListProps {
  readonly id: string;
  readonly found: readonly SlashCommand[];
  readonly chosen: SlashCommand | undefined;
  readonly onChoose: (command: SlashCommand) => void;
}

function CommandList({ id, found, chosen, onChoose }: CommandListProps) {
  return (
    <div className="menu commands" id={id} role="listbox" aria-label={COMMANDS.title}>
      {found.map((command) => (
        // The keyboard stays in the field; a pointer may choose here, and takes no focus from it.
        <div
          key={command.name}
          id={`${id}-${command.name}`}
          role="option"
          tabIndex={-1}
          aria-selected={command === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(command)}
          onKeyDown={() => {}}
        >
          <code>/{command.name}</code>
          <span>{command.says}</span>
        </div>
      ))}
    </div>
  );
}
