import type { ApprovalRequest, Conversation } from "@loop/contract";
import { KeyboardHelp } from "../panels/palette/keyboard-help.js";
import { Palette } from "../panels/palette/palette.js";
import type { PaletteItem } from "../panels/palette/palette-items.js";
import { type SettingsGroup, settingsPages } from "../panels/settings-pages.js";
import { type Navigate, useNavigate } from "../parts/navigation.js";
import { type Overlay, useOverlay } from "../parts/overlay-context.js";
import { capabilitiesOf } from "../state/capabilities.js";
import type { Services } from "../state/services.js";
import { useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { GENERAL } from "../words/general-words.js";
import { PALETTE } from "../words/palette-words.js";
import { PATHS } from "../words/paths.js";
import { type Exporter, useExport } from "./use-export.js";

interface OverlayScreenProps {
  readonly overlay: Overlay;
  readonly onClose: () => void;
}

/** What lies above every screen. */
export function OverlayScreen({ overlay, onClose }: OverlayScreenProps) {
  switch (overlay) {
    case "palette":
      return <PaletteScreen onClose={onClose} />;
    case "keyboard":
      return <KeyboardHelp onClose={onClose} />;
  }
}

function PaletteScreen({ onClose }: Pick<OverlayScreenProps, "onClose">) {
  const services = useServices();
  const navigate = useNavigate();
  const show = useOverlay();
  const exportAs = useExport();
  const deleted = useValue(services.conversationCommands.deletions);
  const conversations = useValue(services.conversations.store).items.filter((one) => !deleted.includes(one.id));
  useValue(services.approvals.store);
  useValue(services.tools.store);
  const items = [
    ...askItems(services, navigate),
    ...toolItems(services, navigate),
    ...conversations.map((one) => conversationItem(one, navigate)),
    ...doItems(services, { navigate, show, exportAs }),
  ];
  return <Palette items={items} onClose={onClose} />;
}

function askItems({ approvals, conversations, focusQuestion }: Services, navigate: Navigate): readonly PaletteItem[] {
  const titles = new Map(conversations.store.getState().items.map((one) => [one.id, titleOf(one)]));
  return approvals.store.getState().items.map((request) => ({
    key: `ask ${request.id}`,
    group: "asks",
    text: toolName(request),
    isCode: true,
    note: titles.get(request.conversationId) ?? "",
    run: () => {
      focusQuestion.setState({ requestId: request.id });
      navigate(PATHS.conversation(request.conversationId));
    },
  }));
}

function toolName({ tool }: ApprovalRequest): string {
  return "builtin" in tool ? tool.builtin : tool.toolName;
}

function toolItems(
  { tools, servers, accountServers, conversation }: Services,
  navigate: Navigate,
): readonly PaletteItem[] {
  const names = new Map([
    ...servers.store.getState().items.map(({ config }) => [config.id, config.name] as const),
    ...(accountServers.store.getState().value?.servers ?? []).map(({ id: own, label }) => [own, label] as const),
  ]);
  const { id } = conversation.store.getState();
  return (tools.store.getState().value ?? []).map(({ serverId, toolName: tool }) => ({
    key: `tool ${serverId} ${tool}`,
    group: "tools",
    text: tool,
    isCode: true,
    note: names.get(serverId) ?? serverId,
    run: () => navigate(PATHS.run({ ...(id === null ? {} : { conversation: id }), server: serverId, tool })),
  }));
}

function conversationItem(conversation: Conversation, navigate: Navigate): PaletteItem {
  return {
    key: `conversation ${conversation.id}`,
    group: "conversations",
    text: titleOf(conversation),
    isCode: false,
    note: "",
    run: () => navigate(PATHS.conversation(conversation.id)),
  };
}

function titleOf({ title }: Conversation): string {
  return title === "" ? APP.untitled : title;
}

interface Doing {
  readonly navigate: Navigate;
  readonly show: (overlay: Overlay) => void;
  readonly exportAs: Exporter;
}

function doItems(services: Services, { navigate, show, exportAs }: Doing): readonly PaletteItem[] {
  const { conversation, conversationCommands, appState, me, theme } = services;
  const { id, timeline } = conversation.store.getState();
  const turnId = timeline.runningTurnId;
  const role = me.store.getState().value?.account.role ?? null;
  const pages = settingsPages({ ...capabilitiesOf(appState.store.getState().value), role });
  const item = (text: string, run: () => void, note = ""): PaletteItem => ({
    key: `do ${text}`,
    group: "do",
    text,
    isCode: false,
    note,
    run,
  });
  return [
    item(APP.newConversation, () => navigate(PATHS.home), "Ctrl N"),
    ...(turnId === null ? [] : [item(APP.stop, () => void conversationCommands.stop(turnId), "Ctrl .")]), // never rejects
    ...(id === null
      ? []
      : [item(APP.exportMarkdown, () => exportAs("markdown")), item(APP.exportJson, () => exportAs("json"))]),
    item(APP.runByHand, () => navigate(PATHS.run(id === null ? {} : { conversation: id }))),
    ...pages.flatMap((group) =>
      group.pages.map((page) => item(PALETTE.page(page.narrowWord), () => navigate(page.href), noteOf(group, pages))),
    ),
    ...(["light", "dark", "system"] as const).map((value) =>
      item(`${GENERAL.theme}: ${GENERAL.themes[value].toLowerCase()}`, () => theme.choose(value)),
    ),
    item(PALETTE.keyboard, () => show("keyboard"), "?"),
  ];
}

/** Pages of one group need no name of it. */
function noteOf(group: SettingsGroup, groups: readonly SettingsGroup[]): string {
  return groups.length > 1 ? group.title : "";
}
