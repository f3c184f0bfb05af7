import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { ListIcon } from "@phosphor-icons/react/dist/csr/List";
import type { ReactNode } from "react";
import { SettingsNav } from "../panels/settings-nav.js";
import { type SettingsGroup, type SettingsPage, settingsPages } from "../panels/settings-pages.js";
import { Menu } from "../parts/menu.js";
import { Link, useNavigate } from "../parts/navigation.js";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SETTINGS } from "../words/settings-words.js";
import { ConnectionLine } from "./shell.js";

interface SettingsFrameProps {
  readonly page: SettingsPage;
  readonly narrowBack: { readonly href: string; readonly word: string };
  readonly children: ReactNode;
}

export function SettingsFrame({ page, narrowBack, children }: SettingsFrameProps) {
  const account = useValue(useServices().me.store).value?.account ?? null;
  const groups = settingsPages({ ...useCapabilities(), role: account?.role ?? null });
  return (
    <div className="app">
      <SettingsNav
        page={page}
        groups={groups}
        backHref={PATHS.home}
        foot={account === null ? SERVERS.savedHere : SETTINGS.signedInAs(account.name)}
      />
      <main className="sheet" id="content">
        <header className="bar narrow-bar">
          <Link
            className="btn quiet icon small"
            href={narrowBack.href}
            aria-label={narrowBack.word}
            title={narrowBack.word}
          >
            <ArrowLeftIcon className="i" aria-hidden="true" />
          </Link>
          <span className="grow">{SERVERS.settings}</span>
          <OtherPages page={page} groups={groups} />
        </header>
        <ConnectionLine />
        {children}
      </main>
    </div>
  );
}

const MOST_SIDE_BY_SIDE = 3;

/** A few pages stand side by side; more are in a menu. */
function OtherPages({ page, groups }: { readonly page: SettingsPage; readonly groups: readonly SettingsGroup[] }) {
  const navigate = useNavigate();
  const pages = groups.flatMap((group) => group.pages);
  if (pages.length <= MOST_SIDE_BY_SIDE) {
    return pages
      .filter((one) => one.page !== page)
      .map((one) => (
        <Link key={one.page} className="btn quiet small" href={one.href}>
          {one.narrowWord}
        </Link>
      ));
  }
  return (
    <Menu
      label={SETTINGS.allPages}
      isBelow
      buttonClass="btn quiet icon small"
      button={<ListIcon className="i" aria-hidden="true" />}
      items={pages.map((one) => ({
        key: one.page,
        isChosen: one.page === page,
        content: (
          <>
            <span className="dot-radio" aria-hidden="true" />
            {one.word}
          </>
        ),
        onChoose: () => navigate(one.href),
      }))}
    />
  );
}
