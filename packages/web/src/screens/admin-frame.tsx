import type { ReactNode } from "react";
import { Crumbs } from "../panels/crumbs.js";
import type { SettingsPage } from "../panels/settings-pages.js";
import { Trouble } from "../parts/trouble.js";
import { useServices, useValue } from "../state/use-services.js";
import { ADMIN } from "../words/admin-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { Known } from "./known.js";
import { SettingsFrame } from "./settings-frame.js";

interface AdminFrameProps {
  readonly page: SettingsPage;
  readonly title: string;
  readonly lede?: string;
  readonly children: ReactNode;
}

/** A page of the instance; whoever is no administrator is told so, and nothing is asked for. */
export function AdminFrame({ page, title, lede, children }: AdminFrameProps) {
  const { me } = useServices();
  const { value, code } = useValue(me.store);
  return (
    <SettingsFrame page={page} narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page wide">
          <Crumbs crumbs={[{ word: ADMIN.crumb }, { word: title }]} />
          <h1>{title}</h1>
          {lede !== undefined && <p className="lede">{lede}</p>}
          <Known value={value} code={code} word={title} onRetry={() => void me.load()}>
            {({ account }) =>
              account.role === "administrator" ? children : <Trouble {...explain("administrator-only")} />
            }
          </Known>
        </div>
      </div>
    </SettingsFrame>
  );
}
