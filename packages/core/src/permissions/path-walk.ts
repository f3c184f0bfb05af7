import { mkdir } from "node:fs/promises";
import { FileFailure, systemCode } from "./file-failure.js";
import { linkTarget, type OpenDirectory } from "./open-directory.js";
import { type PathRules, pathNames, splitNames } from "./path-names.js";
import type { PlaceGuard, PlaceRegister } from "./protected-places.js";

/** One directory on the way from the root, held open until the walk ends. */
export interface Step {
  readonly directory: OpenDirectory;
  readonly name: string;
  readonly place: PlaceGuard;
}

export interface WalkOptions {
  readonly rules: PathRules;
  readonly register: PlaceRegister | null;
  /** What the last name has to be: a file need not exist. */
  readonly to: "file" | "directory";
  /** Called before a missing directory is made; throws where that is not allowed. Absent: none is made. */
  readonly mayMake?: (names: readonly string[], place: PlaceGuard) => void;
}

/** The end of a walk. The names are true ones: no link, no `..`. */
export interface Located {
  readonly directory: OpenDirectory;
  /** Of the directory, seen from the root. */
  readonly names: readonly string[];
  readonly place: PlaceGuard;
  /** The file's name in the directory; null where the path is the directory itself. */
  readonly leaf: string | null;
}

const mostLinks = 20;

/**
 * Walks name by name from an open root and lets `use` work in the directory it ends in. Links are read and walked by
 * hand under the same rules, so an exchange of a directory for a link at any moment leads nowhere else.
 */
export async function walk<T>(
  root: Step,
  path: string,
  options: WalkOptions,
  use: (located: Located) => Promise<T>,
): Promise<T> {
  const walker = new Walker(root, pathNames(path, options.rules), options);
  try {
    return await use(await walker.run());
  } finally {
    await walker.close();
  }
}

class Walker {
  readonly #options: WalkOptions;
  readonly #steps: Step[];
  #queue: string[];
  #links = 0;

  constructor(root: Step, names: string[], options: WalkOptions) {
    this.#steps = [root];
    this.#queue = names;
    this.#options = options;
  }

  async run(): Promise<Located> {
    for (let name = this.#queue.shift(); name !== undefined; name = this.#queue.shift()) {
      const leaf = await this.#enter(name);
      if (leaf !== null) return this.#located(leaf);
    }
    return this.#located(null);
  }

  async close(): Promise<void> {
    // The root stays open; it is the scope's.
    for (const step of this.#steps.splice(1)) await step.directory.close();
  }

  /** The name where the walk ends with it as a file, else null. */
  async #enter(name: string): Promise<string | null> {
    if (name === "..") {
      await this.#leave();
      return null;
    }
    const { directory, place } = this.#top();
    const isPassage = place.guard === "hidden" && place.except.includes(name);
    if (place.guard === "hidden" && !isPassage) throw new FileFailure("path-protected");
    if (this.#queue.length === 0 && this.#options.to === "file") {
      const target = linkTarget(directory, name);
      if (target === null) return name;
      this.#follow(target);
      return null;
    }
    await this.#descend(name);
    return null;
  }

  async #leave(): Promise<void> {
    const left = this.#steps.length > 1 ? this.#steps.pop() : undefined;
    if (left === undefined) throw new FileFailure("path-outside");
    await left.directory.close();
  }

  async #descend(name: string): Promise<void> {
    const { directory } = this.#top();
    let child = await directory.child(name);
    if (child === "missing") child = await this.#make(name);
    if (child === "missing") throw new FileFailure("file-missing");
    if (child !== "not-directory") return await this.#push(child, name);
    const target = linkTarget(directory, name);
    if (target === null) throw new FileFailure("folder-is-file");
    this.#follow(target);
  }

  async #push(child: OpenDirectory, name: string): Promise<void> {
    const place = await this.#placeOf(child).catch(async (error: unknown) => {
      await child.close();
      throw error;
    });
    this.#steps.push({ directory: child, name, place });
    if (place.guard === "hidden" && place.except.length === 0) throw new FileFailure("path-protected");
  }

  /** What lies in Loop's program is Loop's program; the folder let out of the data is neither. */
  async #placeOf(child: OpenDirectory): Promise<PlaceGuard> {
    const own = (await this.#options.register?.guardOf(child.identity)) ?? null;
    if (own !== null && own.guard !== "open") return own;
    const above = this.#top().place;
    return above.guard === "read-only" ? above : { guard: "open", except: [] };
  }

  async #make(name: string): Promise<Awaited<ReturnType<OpenDirectory["child"]>>> {
    const { mayMake } = this.#options;
    const { directory, place } = this.#top();
    if (mayMake === undefined) return "missing";
    mayMake([...this.#names(), name], place);
    await directory.verify();
    await mkdir(directory.at(name)).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
    return await directory.child(name);
  }

  #follow(target: string): void {
    this.#links += 1;
    if (this.#links > mostLinks) throw new FileFailure("too-many-links");
    const { rules } = this.#options;
    const plain = rules.platform === "win32" ? target.replaceAll("\\", "/") : target;
    const isAbsolute = plain.startsWith("/") || (rules.platform === "win32" && /^[a-z]:/i.test(plain));
    const up = isAbsolute ? this.#names().map(() => "..") : [];
    const names = isAbsolute ? pathNames(target, rules) : splitNames(plain);
    this.#queue = [...up, ...names, ...this.#queue];
  }

  #located(leaf: string | null): Located {
    const { directory, place } = this.#top();
    if (leaf === null && place.guard === "hidden") throw new FileFailure("path-protected");
    return { directory, place, leaf, names: this.#names() };
  }

  #names(): string[] {
    return this.#steps.slice(1).map((step) => step.name);
  }

  #top(): Step {
    const top = this.#steps.at(-1);
    if (top === undefined) throw new FileFailure("workspace-missing");
    return top;
  }
}
