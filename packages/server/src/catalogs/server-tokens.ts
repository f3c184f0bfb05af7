import type { AccountServerRow } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import type { SealedPlace, Sealer } from "../secrets/seal.js";

type Seals = Pick<Sealer, "seal" | "open" | "reseal">;
type Owned = Pick<AccountServerRow, "id" | "accountId">;

/** Tokens of servers at rest: sealed for one row of one account, opened only to be sent (SRV-05). */
export class ServerTokens {
  readonly #sealer: Seals;

  constructor(sealer: Seals) {
    this.#sealer = sealer;
  }

  /** What is stored of a token; null for none. */
  seal(token: string | null, row: Owned): string | null {
    return token === null ? null : this.#sealer.seal(token, placeOf(row));
  }

  /** Another instance secret cannot open it; the row stays as it is, and the right secret opens it again. */
  open(row: Owned & Pick<AccountServerRow, "sealedToken">): Result<string | null> {
    if (row.sealedToken === null) return ok(null);
    const opened = this.#sealer.open(row.sealedToken, placeOf(row));
    return opened.ok ? ok(opened.value) : failed("server-token-unreadable");
  }

  /** The token under the instance's first secret; null when it is already, or cannot be read. */
  resealed(row: Owned & Pick<AccountServerRow, "sealedToken">): { readonly from: string; readonly to: string } | null {
    if (row.sealedToken === null) return null;
    const resealed = this.#sealer.reseal(row.sealedToken, placeOf(row));
    return resealed.ok && resealed.isChanged ? { from: row.sealedToken, to: resealed.sealed } : null;
  }
}

function placeOf({ id, accountId }: Owned): SealedPlace {
  return { table: "mcp_server", rowId: id, column: "token", accountId };
}

/** As a person entered it: none when empty. One word of what a header can carry. */
export function readToken(text: string | null): Result<string | null> {
  const token = text?.trim() ?? "";
  if (token === "") return ok(null);
  return /^[\x21-\x7e]+$/.test(token) ? ok(token) : failed("server-token-invalid");
}
