import type { AccountServerTool, AccountServerView } from "@loop/contract";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { useCallback } from "react";
import type { ApiClient } from "../api/client.js";
import { AccountServerToolList } from "../panels/account-server-tool-list.js";
import { Crumbs } from "../panels/crumbs.js";
import { Status } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { accountServerWords } from "../words/account-server-words.js";
import { momentText } from "../words/account-words.js";
import { PATHS } from "../words/paths.js";
import { ADD, LIST, TOOLS } from "../words/tools-words.js";
import { Known } from "./known.js";
import { SettingsFrame } from "./settings-frame.js";
import { useReading } from "./use-reading.js";

interface Catalog {
  readonly server: AccountServerView;
  readonly tools: readonly AccountServerTool[];
}

/** The full list of one server, from what is stored (SRV-04). */
export function AccountServerToolsScreen({ id }: { readonly id: string }) {
  const ask = useCallback((api: ApiClient) => api.call("readAccountServer", { params: { id } }), [id]);
  const { value, code, read } = useReading<Catalog>(ask);
  return (
    <SettingsFrame page="tools" narrowBack={{ href: PATHS.accountTools, word: ADD.backToList }}>
      <div className="scroll">
        <div className="page">
          <Known value={value} code={code} word={TOOLS.title} onRetry={read}>
            {(catalog) => <ServerTools {...catalog} />}
          </Known>
        </div>
      </div>
    </SettingsFrame>
  );
}

function ServerTools({ server, tools }: Catalog) {
  const words = accountServerWords(server);
  return (
    <>
      <div className="head-actions">
        <div>
          <Crumbs crumbs={[{ word: TOOLS.title, href: PATHS.accountTools }, { word: server.label }]} />
          <h1>{LIST.title(server.label)}</h1>
          <p className="row wrap under">
            <Status shape={words.shape} word={words.word} />
            <span className="note num">{TOOLS.takenAt(momentText(server.catalogAt))}</span>
          </p>
        </div>
        <div className="row">
          <Link className="btn" href={PATHS.accountServer(server.id)}>
            <PencilSimpleIcon className="i" aria-hidden="true" />
            {TOOLS.edit(server.label)}
          </Link>
        </div>
      </div>
      {tools.length === 0 ? (
        <p className="empty">{LIST.empty}</p>
      ) : (
        <AccountServerToolList server={server} tools={tools} />
      )}
    </>
  );
}
