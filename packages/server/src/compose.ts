import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@loop/core/host";
import { createInProcessBus, type InstanceLock, lockInstance, openStores } from "@loop/stores";
import { openFailure, prepareDataDir, prepareWorkspace, readOrMakeToken } from "./data-dir.js";
import { LazyManager } from "./lazy-manager.js";
import { personalMode } from "./modes/personal-mode.js";
import type { MakeMode } from "./modes/server-mode.js";
import { createServer, type LoopServer } from "./server.js";
import type { Settings } from "./settings.js";
import { StartFailure } from "./start-failure.js";

/** A server on its own data directory. Throws a StartFailure; then nothing is left open. */
export async function startServer(
  settings: Settings,
  report: (line: string) => void,
): Promise<{ readonly launchLink: string; readonly close: () => Promise<void> }> {
  await prepareDataDir(settings.dataDir);
  const lock = await takeLock(settings.dataDir);
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

async function takeLock(dataDir: string): Promise<Extract<InstanceLock, { kind: "locked" }>> {
  const lock = await lockInstance(dataDir, { url: null }).catch(async (error: unknown) => {
    throw await openFailure(error, dataDir);
  });
  if (lock.kind === "locked") return lock;
  throw new StartFailure("data-dir-in-use", lock.url ?? dataDir);
}

async function compose(settings: Settings, report: (line: string) => void): Promise<LoopServer> {
  const { dataDir } = settings;
  const [mode, version, stores] = await Promise.all([
    makeModes[settings.mode](settings),
    readVersion(),
    openStores({ file: join(dataDir, "loop.db") }),
  ]);
  return createServer(settings, {
    stores,
    bus: createInProcessBus(),
    mode,
    version,
    clock: systemClock,
    newId: randomUUID,
    report,
  });
}

/** The one place where the mode's name decides; each loads only what is its own. */
const makeModes: Readonly<Record<Settings["mode"], (settings: Settings) => Promise<MakeMode>>> = {
  async personal({ dataDir, environment, launchDirectory, workspace, createWorkspace }) {
    await prepareWorkspace(workspace, { create: createWorkspace });
    const token = await readOrMakeToken(dataDir);
    const manager = new LazyManager(async () => {
      const { McpManager } = await import("@loop/core");
      return new McpManager(join(dataDir, "mcp.json"), { environment, launchDirectory });
    });
    return personalMode({ manager, token });
  },
  async shared(settings) {
    const [{ sharedMode }, { openSharedParts }] = await Promise.all([
      import("./modes/shared-mode.js"),
      import("./modes/shared-parts.js"),
    ]);
    return sharedMode(await openSharedParts(settings));
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
