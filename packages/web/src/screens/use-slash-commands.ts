import type { SlashCommand } from "../panels/slash-commands.js";
import { useNavigate } from "../parts/navigation.js";
import { useOverlay } from "../parts/overlay-context.js";
import { useServices, useValue } from "../state/use-services.js";
import { COMMANDS } from "../words/command-words.js";
import { PATHS } from "../words/paths.js";
import { useExport } from "./use-export.js";

/** What can be done from the composer; never an answer, and nothing that gives more permission. */
export function useSlashCommands(id: string | null): readonly SlashCommand[] {
  const { conversation, conversationCommands } = useServices();
  const { runningTurnId: turnId } = useValue(conversation.store).timeline;
  const navigate = useNavigate();
  const show = useOverlay();
  const exportAs = useExport();
  const command = (name: Exclude<keyof typeof COMMANDS, "title">, run: () => void): SlashCommand => ({
    name,
    says: COMMANDS[name],
    run,
  });
  return [
    command("new", () => navigate(PATHS.home)),
    command("find", () => show("palette")),
    command("run", () => navigate(PATHS.run(id === null ? {} : { conversation: id }))),
    ...(id === null ? [] : [command("markdown", () => exportAs("markdown")), command("json", () => exportAs("json"))]),
    ...(id === null || turnId === null ? [] : [command("stop", () => void conversationCommands.stop(turnId))]), // never rejects
    command("settings", () => navigate(PATHS.general)),
    command("keyboard", () => show("keyboard")),
  ];
}
