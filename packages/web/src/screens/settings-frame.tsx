import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import type { ReactNode } from "react";
import { SettingsNav, type SettingsPage } from "../panels/settings-nav.js";
import { Link } from "../parts/navigation.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { ConnectionLine } from "./shell.js";

interface SettingsFrameProps {
  readonly page: SettingsPage;
  readonly narrowBack: { readonly href: string; readonly word: string };
  readonly children: ReactNode;
}

const PAGES: readonly { readonly page: SettingsPage; readonly href: string; readonly word: string }[] = [
  { page: "integrations", href: PATHS.servers, word: SERVERS.mcps },
  { page: "model", href: PATHS.model, word: SERVERS.model },
  { page: "general", href: PATHS.general, word: SERVERS.general },
];

export function SettingsFrame({ page, narrowBack, children }: SettingsFrameProps) {
  return (
    <div className="app">
      <SettingsNav page={page} backHref={PATHS.home} />
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
          {PAGES.filter((one) => one.page !== page).map((one) => (
            <Link key={one.page} className="btn quiet small" href={one.href}>
              {one.word}
            </Link>
          ))}
        </header>
        <ConnectionLine />
        {children}
      </main>
    </div>
  );
}
