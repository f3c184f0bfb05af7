import { isIP, type LookupFunction } from "node:net";
import { McpFailure } from "@loop/core/host";
import { buildConnector } from "undici";
import { canonicalAddress, isPublicAddress } from "./address-rules.js";

/** All addresses of a name, of both families; rejects or is empty when there is none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

export interface ConnectRules {
  readonly resolve: ResolveName;
  /** False where the administrator listed the origins: then it was the name that was allowed, wherever it leads. */
  readonly publicOnly: boolean;
}

/** The addresses of a name when every single one may be connected to; one that may not refuses them all (NET-01). */
export async function resolveChecked(hostname: string, rules: ConnectRules): Promise<readonly string[]> {
  const addresses = (await rules.resolve(hostname)).filter((address) => isIP(address) !== 0);
  if (addresses.length === 0) throw new McpFailure("address-not-found", { endsConnection: true, notSent: true });
  if (rules.publicOnly && !addresses.every(isPublicAddress)) throw notPublic();
  return addresses;
}

/**
 * Opens sockets to checked addresses alone. The name is resolved once, what was checked is what is connected to, and the
 * peer is compared with it before the first byte leaves: an answer that changes in between reaches nothing.
 */
export function checkedConnector(rules: ConnectRules & { readonly connectMs: number }): buildConnector.connector {
  const encrypt = buildConnector({ allowH2: false, timeout: rules.connectMs });
  return (target, callback) => {
    const pinned = new Set<string>();
    const lookup = pinnedLookup(rules, pinned);
    const reach = buildConnector({ timeout: rules.connectMs, lookup, autoSelectFamily: true, port: 0 });
    if (isIP(target.hostname) !== 0) {
      // A literal never gets to the lookup.
      if (rules.publicOnly && !isPublicAddress(target.hostname)) return callback(notPublic(), null);
      pinned.add(canonicalAddress(target.hostname));
    }
    const isEncrypted = target.protocol === "https:";
    const port = target.port || (isEncrypted ? "443" : "80");
    reach({ ...target, protocol: "http:", port }, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (!pinned.has(canonicalAddress(socket.remoteAddress ?? ""))) {
        socket.destroy();
        return callback(notPublic(), null);
      }
      if (!isEncrypted) return callback(null, socket);
      encrypt({ ...target, httpSocket: socket }, callback);
    });
  };
}

/** Remembers what it gave out. */
function pinnedLookup(rules: ConnectRules, pinned: Set<string>): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, rules).then(
      (addresses) => {
        for (const address of addresses) pinned.add(canonicalAddress(address));
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const first = found[0];
        if (options.all === true || first === undefined) return callback(null, found);
        callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : notPublic(), []),
    );
  };
}

function notPublic(): McpFailure {
  return new McpFailure("address-not-public", { endsConnection: true, notSent: true });
}
