import { ListIcon } from "@phosphor-icons/react/dist/csr/List";
import { SlidersHorizontalIcon } from "@phosphor-icons/react/dist/csr/SlidersHorizontal";
import { type ReactNode, useState } from "react";
import { IndexColumn } from "../panels/index-column.js";
import { ReachPanel } from "../panels/reach-panel.js";
import { Glyph } from "../parts/glyph.js";
import { SideDialog } from "../parts/side-dialog.js";
import { useTimers } from "../parts/timers-context.js";
import { UndoBar } from "../parts/undo-bar.js";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";
import { useAccountMenu } from "./use-account-menu.js";
import { useMcpSwitch, useReachServers } from "./use-reach.js";

interface ShellProps {
  readonly conversationId: string | null;
  readonly title: ReactNode;
  /** Beside the title, at the end of the bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Index, thread and reach; on small screens a drawer and a sheet. */
export function Shell({ conversationId, title, actions, children }: ShellProps) {
  const [open, setOpen] = useState<"drawer" | "side" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="app with-reach">
      <Index conversationId={conversationId} />
      <main className="sheet" id="content">
        <header className="bar">
          <BarButton className="only-narrow" label={APP.openConversations} onPress={() => setOpen("drawer")}>
            <ListIcon className="i" aria-hidden="true" />
          </BarButton>
          {title}
          {actions}
          <BarButton className="only-below-wide" label={APP.openReach} onPress={() => setOpen("side")}>
            <SlidersHorizontalIcon className="i" aria-hidden="true" />
          </BarButton>
        </header>
        <ConnectionLine />
        {children}
      </main>
      <Reach conversationId={conversationId} />
      <SideDialog
        side="drawer"
        label={APP.conversations}
        closeWord={APP.close}
        isOpen={open === "drawer"}
        onClose={close}
      >
        <Index conversationId={conversationId} onFollow={close} />
      </SideDialog>
      <SideDialog side="side" label={APP.reachOf} closeWord={APP.close} isOpen={open === "side"} onClose={close}>
        <Reach conversationId={conversationId} />
      </SideDialog>
      <ConversationUndo />
    </div>
  );
}

interface BarButtonProps {
  readonly className: string;
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function BarButton({ className, label, onPress, children }: BarButtonProps) {
  return (
    <button
      type="button"
      className={`btn quiet icon small ${className}`}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

interface IndexProps {
  readonly conversationId: string | null;
  readonly onFollow?: () => void;
}

function Index({ conversationId, onFollow }: IndexProps) {
  const { conversations, conversationCommands, approvals, theme } = useServices();
  const { now } = useTimers();
  const { items } = useValue(conversations.store);
  const deleted = useValue(conversationCommands.deletions);
  const open = useValue(approvals.store);
  return (
    <IndexColumn
      conversations={items.filter((one) => !deleted.includes(one.id))}
      currentId={conversationId}
      asking={new Set(open.items.map((one) => one.conversationId))}
      now={now()}
      theme={useValue(theme.store).theme}
      onTheme={theme.turn}
      account={useAccountMenu()}
      {...(onFollow === undefined ? {} : { onFollow })}
    />
  );
}

function Reach({ conversationId }: { readonly conversationId: string | null }) {
  const { api, grants } = useServices();
  const { hasPresets } = useCapabilities();
  const { value } = useValue(grants.store);
  const revoke = async (grantId: string) => {
    if (conversationId === null) return;
    await api.call("revokeGrant", { params: { id: conversationId, grantId } });
    await grants.load();
  };
  return (
    <ReachPanel
      servers={useReachServers()}
      grants={hasPresets ? (value ?? []) : null}
      hasConversation={conversationId !== null}
      isSwitchedOff={useMcpSwitch(conversationId)?.isOn === false}
      runHref={PATHS.run(conversationId === null ? {} : { conversation: conversationId })}
      onRevoke={(grantId) => void revoke(grantId)} // a failure shows in the list, which is read again
    />
  );
}

/** Said only when a connection was lost; the words come after a moment, so that a blink is not told. */
export function ConnectionLine() {
  const { connection } = useServices();
  const { status } = useValue(connection);
  if (status !== "offline") return null;
  return (
    <div className="connection" role="status">
      <span className="st-connecting">
        <Glyph shape="connecting" />
      </span>
      {APP.offline}
    </div>
  );
}

function ConversationUndo() {
  const { conversationCommands } = useServices();
  const last = useValue(conversationCommands.deletions).at(-1);
  if (last === undefined) return null;
  return (
    <UndoBar text={APP.deletedConversation} word={APP.undo} onUndo={() => conversationCommands.undoRemove(last)} />
  );
}
