import type { AccountServerPatch, AccountServerRow } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { countGroups } from "./groups.js";
import { readLabel } from "./server-label.js";
import { readToken } from "./server-tokens.js";

/** What an owner changes of a card. */
export interface WantedChange {
  readonly label?: string | undefined;
  readonly url?: string | undefined;
  /** Absent keeps the stored one, null or empty removes it. */
  readonly token?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly groups?: Readonly<Record<string, boolean>> | undefined;
}

export interface PlannedChange {
  readonly patch: Pick<AccountServerPatch, "label" | "enabled" | "groupsOff">;
  /** Null keeps address and token. */
  readonly connection: {
    readonly url: string;
    readonly isOtherAddress: boolean;
    readonly token: string | null;
  } | null;
}

/** Pure: what of a wish is new, and what has to be tested before it counts (SRV-07). */
export function planChange(row: AccountServerRow, wanted: WantedChange): Result<PlannedChange> {
  const label = wanted.label === undefined ? ok(row.label) : readLabel(wanted.label);
  if (!label.ok) return label;
  const groupsOff = changedGroups(row, wanted.groups ?? {});
  if (!groupsOff.ok) return groupsOff;
  const connection = plannedConnection(row, wanted);
  if (!connection.ok) return connection;
  const { enabled = row.enabled } = wanted;
  return ok({
    patch: {
      ...(label.value === row.label ? {} : { label: label.value }),
      ...(enabled === row.enabled ? {} : { enabled }),
      ...(groupsOff.value === null ? {} : { groupsOff: groupsOff.value }),
    },
    connection: connection.value,
  });
}

/** A token is never carried over to another address: it was entered for the one it stands beside. */
function plannedConnection(row: AccountServerRow, { url, token }: WantedChange): Result<PlannedChange["connection"]> {
  const isOtherAddress = url !== undefined && spellingOf(url) !== row.url;
  if (token === undefined) {
    if (!isOtherAddress) return ok(null);
    return row.sealedToken === null ? ok({ url, isOtherAddress, token: null }) : failed("server-token-needed");
  }
  const read = readToken(token);
  if (!read.ok) return read;
  const isNoChange = !isOtherAddress && read.value === null && row.sealedToken === null;
  return ok(isNoChange ? null : { url: isOtherAddress ? url : row.url, isOtherAddress, token: read.value });
}

function spellingOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

/** Null when nothing changes. A group may be named with what separates it, as it stands in tool names. */
function changedGroups(
  { summary, groupsOff }: AccountServerRow,
  switches: Readonly<Record<string, boolean>>,
): Result<readonly string[] | null> {
  const names = countGroups(
    summary.tools.map(({ name }) => name),
    summary.groups,
  ).map(({ name }) => name);
  const off = new Set(groupsOff);
  for (const [written, isOn] of Object.entries(switches)) {
    const group = names.includes(written) ? written : withoutSeparators(written);
    if (!names.includes(group) || (group === "" && written !== "")) return failed("server-group-unknown");
    if (isOn) off.delete(group);
    else off.add(group);
  }
  const isSame = off.size === groupsOff.length && groupsOff.every((name) => off.has(name));
  return ok(isSame ? null : [...off]);
}

/** By hand: a pattern that looks for the end from every separator takes hours for a name of megabytes. */
function withoutSeparators(written: string): string {
  let end = written.length;
  while (written[end - 1] === "-" || written[end - 1] === "_") end -= 1;
  return written.slice(0, end);
}
