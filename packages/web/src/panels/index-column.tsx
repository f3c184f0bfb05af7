import type { Conversation } from "@loop/contract";
import { CircleHalfIcon } from "@phosphor-icons/react/dist/csr/CircleHalf";
import { CommandIcon } from "@phosphor-icons/react/dist/csr/Command";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useState } from "react";
import { Brand } from "../parts/brand.js";
import { Glyph } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { useOverlay } from "../parts/overlay-context.js";
import { holdsWords } from "../parts/title-search.js";
import { APP } from "../words/app-words.js";
import { PALETTE } from "../words/palette-words.js";
import { PATHS } from "../words/paths.js";
import { AccountMenu, type AccountMenuProps } from "./account-menu.js";
import { type DayGroup, dayGroup } from "./clock-time.js";
import { ConversationSearch } from "./conversation-search.js";

export interface IndexColumnProps {
  readonly conversations: readonly Conversation[];
  readonly currentId: string | null;
  /** Conversations with an open question. */
  readonly asking: ReadonlySet<string>;
  readonly now: number;
  readonly theme: "system" | "light" | "dark";
  readonly onTheme: () => void;
  /** Who is signed in; null where there are no accounts. */
  readonly account: Omit<AccountMenuProps, "onFollow"> | null;
  readonly onFollow?: () => void;
}

const GROUPS: readonly DayGroup[] = ["today", "yesterday", "week", "older"];

export function IndexColumn(props: IndexColumnProps) {
  const { conversations, now, theme, onTheme, account, onFollow } = props;
  const follow = onFollow ?? (() => {});
  const show = useOverlay();
  const [wanted, setWanted] = useState("");
  const shown = conversations.filter((one) => holdsWords(one.title === "" ? APP.untitled : one.title, wanted));
  return (
    <nav className="index" aria-label={APP.conversations}>
      <div className="brand-row">
        <Brand name={APP.name} href={PATHS.home} />
        <button
          type="button"
          className="btn quiet icon small"
          aria-label={PALETTE.title}
          title={PALETTE.open}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => {
            follow();
            show("palette");
          }}
        >
          <CommandIcon className="i" aria-hidden="true" />
        </button>
      </div>
      <Link className="btn quiet new" href={PATHS.home} onClick={follow}>
        <PlusIcon className="i" aria-hidden="true" />
        {APP.newConversation}
      </Link>
      {conversations.length > 0 && <ConversationSearch wanted={wanted} found={shown.length} onWanted={setWanted} />}
      <div className="list-scroll">
        {conversations.length === 0 && <h2>{APP.noConversations}</h2>}
        {conversations.length > 0 && shown.length === 0 && <p className="none">{APP.noneFound}</p>}
        {GROUPS.map((group) => (
          <Group
            key={group}
            {...props}
            group={group}
            conversations={shown.filter((one) => dayGroup(one.updatedAt, now) === group)}
          />
        ))}
      </div>
      {account !== null && <AccountMenu {...account} onFollow={follow} />}
      <div className="foot">
        <Link className="btn quiet" href={PATHS.settings} onClick={follow}>
          <GearSixIcon className="i" aria-hidden="true" />
          {APP.settings}
        </Link>
        <span className="grow" />
        <button
          type="button"
          className="btn quiet icon"
          aria-label={APP.theme[theme]}
          title={APP.theme[theme]}
          onClick={onTheme}
        >
          <CircleHalfIcon className="i" aria-hidden="true" />
        </button>
      </div>
    </nav>
  );
}

function Group({ group, conversations, currentId, asking, onFollow }: IndexColumnProps & { readonly group: DayGroup }) {
  if (conversations.length === 0) return null;
  return (
    <>
      <h2>{APP.groups[group]}</h2>
      <ul>
        {conversations.map((one) => (
          <li key={one.id}>
            <Link
              href={PATHS.conversation(one.id)}
              aria-current={one.id === currentId ? "page" : undefined}
              onClick={onFollow ?? (() => {})}
            >
              <span className="grow cut1">{one.title === "" ? APP.untitled : one.title}</span>
              <StateMark isAsking={asking.has(one.id)} isRunning={one.runningTurnId !== null} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function StateMark({ isAsking, isRunning }: { readonly isAsking: boolean; readonly isRunning: boolean }) {
  if (!isAsking && !isRunning) return null;
  return (
    <span className={isAsking ? "st-asked" : "st-running"}>
      <Glyph shape={isAsking ? "asked" : "running"} />
      <span className="sr">{isAsking ? APP.waitsForYou : APP.running}</span>
    </span>
  );
}
