import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../kit/clock.js";
import { identityOf } from "./open-directory.js";

/** `hidden` can be neither read nor written, `read-only` cannot be written. */
export type Guard = "open" | "read-only" | "hidden";

export interface ProtectedPlace {
  /** Absolute; it need not exist. */
  readonly path: string;
  readonly guard: Exclude<Guard, "open">;
  /** Folders right under it that are not protected. */
  readonly except: readonly string[];
  /** Whether its files are known one by one, so that a hard link to one or a mount of a part is recognized. */
  readonly listed: boolean;
}

export interface LoopPlaces {
  /** Null where there is none: an embedding without files of its own. */
  readonly dataDir: string | null;
  readonly installDir: string | null;
}

/** What no workspace may reach: Loop's data but for its `workspace` folder, its program, and the kernel's own folders. */
export function protectedPlaces({ dataDir, installDir }: LoopPlaces): ProtectedPlace[] {
  const kernel = process.platform === "linux" ? ["/proc", "/sys", "/dev"] : [];
  return [
    ...kernel.map((path) => ({ path, guard: "hidden" as const, except: [], listed: false })),
    ...(dataDir === null ? [] : [{ path: dataDir, guard: "hidden" as const, except: ["workspace"], listed: true }]),
    ...(installDir === null ? [] : [{ path: installDir, guard: "read-only" as const, except: [], listed: false }]),
  ];
}

export interface PlaceGuard {
  readonly guard: Guard;
  readonly except: readonly string[];
}

export const OPEN_PLACE: PlaceGuard = { guard: "open", except: [] };
const freshForMs = 1_000;
const mostListed = 20_000;

/** Knows protected places by device and inode, so that no link, mount or other spelling leads around them. */
export class PlaceRegister {
  readonly #places: readonly ProtectedPlace[];
  readonly #clock: Clock;
  #known: Promise<ReadonlyMap<string, PlaceGuard>> | null = null;
  #readAt = 0;

  constructor(places: readonly ProtectedPlace[], clock: Clock) {
    this.#places = places;
    this.#clock = clock;
  }

  async guardOf(identity: string): Promise<PlaceGuard> {
    return (await this.#identities()).get(identity) ?? OPEN_PLACE;
  }

  /** The guard of a directory by what it lies in. `path` is real. */
  async guardOfPath(path: string): Promise<Guard> {
    let below: string | null = null;
    for (let place = path; ; place = dirname(place)) {
      const found = await this.guardOf(identityOf(await stat(place, { bigint: true })));
      const isExcepted = below !== null && found.except.includes(below);
      if (found.guard !== "open" && !isExcepted) return found.guard;
      if (isExcepted || place === dirname(place)) return "open";
      below = place.slice(dirname(place).length).replace(/^[/\\]/, "");
    }
  }

  #identities(): Promise<ReadonlyMap<string, PlaceGuard>> {
    const now = this.#clock.now();
    if (this.#known !== null && now - this.#readAt < freshForMs) return this.#known;
    this.#readAt = now;
    this.#known = identitiesOf(this.#places);
    return this.#known;
  }
}

async function identitiesOf(places: readonly ProtectedPlace[]): Promise<ReadonlyMap<string, PlaceGuard>> {
  const known = new Map<string, PlaceGuard>();
  for (const place of places) {
    const path = await realpath(place.path).catch(() => null);
    if (path === null) continue;
    const { guard, except } = place;
    known.set(identityOf(await stat(path, { bigint: true })), { guard, except });
    if (place.listed) await addContents(known, path, place);
  }
  return known;
}

async function addContents(known: Map<string, PlaceGuard>, top: string, place: ProtectedPlace): Promise<void> {
  const folders = [top];
  for (let folder = folders.pop(); folder !== undefined && known.size < mostListed; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (folder === top && place.except.includes(entry.name)) continue;
      const path = join(folder, entry.name);
      const stats = await lstat(path, { bigint: true }).catch(() => null);
      if (stats !== null) known.set(identityOf(stats), { guard: place.guard, except: [] });
      if (entry.isDirectory()) folders.push(path);
    }
  }
}
