// node scripts/pack.mjs [folder]: builds @loop/core, packs it with the workspaces it needs, prints the tarball's path.
// npm packs no workspace that is only a link, so the package is staged with real copies first.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundledNames, publishedManifest } from "./pack-manifest.mjs";
import { install, nodeComplaint, npmCommand, PlainError, root } from "./prepare.mjs";
import { runTool, stopToolsOnSignal } from "./run-tool.mjs";

const PACKAGE = "@loop/core";
/** Of the whole repository, so they go into each package. */
const LEGAL_TEXTS = ["LICENSE", "NOTICE"];
/** Maps would point at sources that do not travel. */
const EMIT = {
  composite: "false",
  incremental: "false",
  tsBuildInfoFile: "null",
  sourceMap: "false",
  declarationMap: "false",
};
/** What the npm above this process says about its own place, and not about the machine's registry. */
const PLACE_OF_ANOTHER_NPM =
  /^npm_(package_|lifecycle_|config_(local_prefix|prefix|workspaces?|include_workspace_root|global)$)/;

/** The environment for an npm that works in another folder than the one that started us. */
export function npmEnvironment(environment = process.env) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !PLACE_OF_ANOTHER_NPM.test(name)));
}

/** Resolves to the tarball's absolute path inside `into`. Throws a PlainError when a step fails. */
export async function pack({ into }) {
  const workspaces = readWorkspaces();
  const main = workspaces.get(PACKAGE);
  const manifests = new Map([...workspaces].map(([name, { manifest }]) => [name, manifest]));
  const bundled = bundledNames(main.manifest, manifests).map((name) => workspaces.get(name));
  await typescript(["-b", main.folder]);
  const stage = mkdtempSync(join(tmpdir(), "loop-pack-"));
  try {
    const body = join(stage, "package");
    await stageWorkspace(
      main,
      body,
      publishedManifest(
        main.manifest,
        bundled.map(({ manifest }) => manifest),
      ),
    );
    for (const workspace of bundled) {
      await stageWorkspace(
        workspace,
        join(body, "node_modules", workspace.manifest.name),
        publishedManifest(workspace.manifest, []),
      );
    }
    return await packStage(body, resolve(into));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Every workspace by its name, with its folder. */
function readWorkspaces() {
  const folders = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  const found = folders.filter((folder) => existsSync(join(folder, "package.json")));
  return new Map(
    found.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return [manifest.name, { folder, manifest }];
    }),
  );
}

/** Compiled anew: in `dist` files of sources that are gone may still lie about. */
async function stageWorkspace({ folder }, target, manifest) {
  mkdirSync(target, { recursive: true });
  const options = Object.entries(EMIT).flatMap(([name, value]) => [`--${name}`, value]);
  await typescript(["-p", folder, "--outDir", join(target, "dist"), ...options]);
  writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  // What the code reads as it runs, at the same place beside `dist`.
  if (existsSync(join(folder, "data"))) cpSync(join(folder, "data"), join(target, "data"), { recursive: true });
  for (const source of [join(folder, "README.md"), ...LEGAL_TEXTS.map((name) => join(root, name))]) {
    if (existsSync(source)) copyFileSync(source, join(target, basename(source)));
  }
}

async function packStage(body, into) {
  const out = join(body, "..", "out");
  mkdirSync(out);
  mkdirSync(into, { recursive: true });
  const npm = npmCommand(["pack", "--pack-destination", out, "--ignore-scripts", "--loglevel=error"]);
  await must(npm, { cwd: body, env: npmEnvironment() });
  const [name] = readdirSync(out);
  copyFileSync(join(out, name), join(into, name));
  return join(into, name);
}

const typescript = (args) =>
  must([process.execPath, join(root, "node_modules/typescript/bin/tsc"), ...args], { cwd: root });

async function must(command, options) {
  const run = await runTool(command, options);
  if (run.code === 0) return;
  console.error(run.output.trimEnd());
  throw new PlainError(`${PACKAGE} could not be packed. Correct what is named above, then run this again.`);
}

async function main([folder = join(root, ".loop-build")]) {
  const complaint = nodeComplaint();
  if (complaint) throw new PlainError(complaint);
  await install({ say: (line) => console.error(line) });
  console.log(await pack({ into: folder }));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  stopToolsOnSignal();
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
