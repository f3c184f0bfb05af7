import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Stores, systemClock } from "@loop/core/host";
import { type InstanceLock, lockInstance } from "@loop/stores";
import { openFailure, prepareDataDir, prepareWorkspace, readOrMakeToken } from "./data-dir.js";
import { LazyManager } from "./lazy-manager.js";
import { personalMode } from "./modes/personal-mode.js";
import type { MakeMode } from "./modes/server-mode.js";
import { openRows } from "./open-rows.js";
import { createServer, type LoopServer } from "./server.js";
import type { Settings } from "./settings.js";
import { StartFailure } from "./start-failure.js";

/** A server on its data directory and its rows. Throws a StartFailure; then nothing is left open. */
export async function startServer(
  settings: Settings,
  report: (line: string) => void,
): Promise<{ readonly launchLink: string; readonly close: () => Promise<void> }> {
  await prepareDataDir(settings.dataDir);
  const lock = await takeLock(settings);
  try {
    const server = await compose(settings, report);
    const { url, launchLink } = await listenOrClose(server);
    lock.setUrl(url);
    const close = async (): Promise<void> => {
      await server.close();
      lock.release();
    };
    return { launchLink, close };
  } catch (error) {
    lock.release();
    throw await openFailure(error, settings.dataDir);
  }
}

type DirectoryLock = Pick<Extract<InstanceLock, { kind: "locked" }>, "setUrl" | "release">;

/** Servers that share their rows may share a data directory too, where nothing of it is written. */
async function takeLock(settings: Settings): Promise<DirectoryLock> {
  const { dataDir } = settings;
  if (!modes[settings.mode].ownsDataDir(settings)) return { setUrl: () => undefined, release: () => undefined };
  const lock = await lockInstance(dataDir, { url: null }).catch(async (error: unknown) => {
    throw await openFailure(error, dataDir);
  });
  if (lock.kind === "locked") return lock;
  throw new StartFailure("data-dir-in-use", lock.url ?? dataDir);
}

async function compose(settings: Settings, report: (line: string) => void): Promise<LoopServer> {
  const { dataDir, databaseUrl, natsUrl } = settings;
  const own = { clock: systemClock, newId: randomUUID, report };
  const [version, { stores, bus }] = await Promise.all([
    readVersion(),
    openRows({ ...own, dataDir, databaseUrl, natsUrl }),
  ]);
  try {
    const mode = await modes[settings.mode].make(settings, stores);
    return createServer(settings, { ...own, stores, bus, mode, version });
  } catch (error) {
    await bus.close();
    await stores.close();
    throw error;
  }
}

interface ModeMaker {
  /** Whether no other server may work in the data directory. */
  readonly ownsDataDir: (settings: Settings) => boolean;
  readonly make: (settings: Settings, stores: Stores) => Promise<MakeMode>;
}

/** The one place where the mode's name decides; each loads only what is its own. */
const modes: Readonly<Record<Settings["mode"], ModeMaker>> = {
  personal: {
    ownsDataDir: () => true,
    async make({ dataDir, environment, launchDirectory, workspace, createWorkspace }) {
      await prepareWorkspace(workspace, { create: createWorkspace });
      const token = await readOrMakeToken(dataDir);
      const manager = new LazyManager(async () => {
        const { McpManager } = await import("@loop/core");
        return new McpManager(join(dataDir, "mcp.json"), { environment, launchDirectory });
      });
      return personalMode({ manager, token });
    },
  },
  shared: {
    ownsDataDir: ({ databaseUrl }) => databaseUrl === null,
    async make(settings, stores) {
      const [{ sharedMode }, { openSharedParts }] = await Promise.all([
        import("./modes/shared-mode.js"),
        import("./modes/shared-parts.js"),
      ]);
      return sharedMode(await openSharedParts(settings, stores));
    },
  },
};

async function listenOrClose(server: LoopServer): ReturnType<LoopServer["listen"]> {
  try {
    return await server.listen();
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return isManifest && typeof manifest.version === "string" ? manifest.version : "unknown";
}
