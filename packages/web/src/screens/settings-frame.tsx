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
          <Link className="btn quiet small" href={page === "model" ? PATHS.servers : PATHS.model}>
            {page === "model" ? SERVERS.mcps : SERVERS.model}
          </Link>
        </header>
        <ConnectionLine />
        {children}
      </main>
    </div>
  );
}
