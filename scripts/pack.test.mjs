import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { fakeStdioCommand, startWireModel } from "@loop/testkit";
import { publint } from "publint";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { npmEnvironment, pack } from "./pack.mjs";
import { bundledNames, publishedManifest } from "./pack-manifest.mjs";
import { npmCommand, root } from "./prepare.mjs";
import { runTool } from "./run-tool.mjs";

const BUILD_MS = 240_000;
const INSTALL_MS = 300_000;
const RUN_MS = 120_000;
const core = join(root, "packages/core");

let folder;
let tarball;
const consumer = () => join(folder, "consumer");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "loop-packed-"));
  tarball = await pack({ into: folder });
}, BUILD_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the published manifest", () => {
  const leaf = { name: "@x/leaf", dependencies: { zod: "4.0.0" } };
  const branch = { name: "@x/branch", dependencies: { "@x/leaf": "1.0.0", ajv: "8.0.0" } };
  const manifest = {
    name: "@x/main",
    private: true,
    scripts: { build: "x" },
    dependencies: { "@x/branch": "1.0.0", undici: "7.0.0" },
    devDependencies: { vitest: "4.0.0" },
  };
  const manifests = new Map([leaf, branch, manifest].map((one) => [one.name, one]));

  test("bundles workspaces, those of workspaces too, and repeats what they need", () => {
    expect(bundledNames(manifest, manifests)).toEqual(["@x/branch", "@x/leaf"]);
    expect(publishedManifest(manifest, [branch, leaf])).toEqual({
      name: "@x/main",
      dependencies: { "@x/branch": "1.0.0", "@x/leaf": "1.0.0", ajv: "8.0.0", undici: "7.0.0", zod: "4.0.0" },
      bundleDependencies: ["@x/branch", "@x/leaf"],
    });
  });

  test("refuses two versions of one dependency", () => {
    const other = { ...leaf, dependencies: { undici: "6.0.0" } };
    expect(() => publishedManifest(manifest, [other])).toThrow(
      "@x/main wants undici 7.0.0 and @x/leaf wants 6.0.0. Make them equal.",
    );
  });
});

/** What a package's sources compile to, and nothing else. */
function compiledFrom(packageFolder) {
  return readdirSync(join(packageFolder, "src"), { recursive: true })
    .map((file) => String(file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => [".js", ".d.ts"].map((extension) => `dist/${file.replace(/\.ts$/, extension)}`));
}

async function entriesOf(file) {
  const listed = await runTool(["tar", "-tzf", file]);
  return listed.output.trim().split(/\r?\n/).sort();
}

describe("the tarball", () => {
  test("holds what the sources compile to, its texts and the bundled contract, and nothing else [SDK-01]", async () => {
    const contract = [...compiledFrom(join(root, "packages/contract")), "package.json", "LICENSE"];
    const expected = [
      ...compiledFrom(core),
      ...readdirSync(join(core, "data")).map((file) => `data/${file}`),
      "package.json",
      "README.md",
      "LICENSE",
      ...contract.map((file) => `node_modules/@loop/contract/${file}`),
    ].map((file) => `package/${file}`);
    expect(await entriesOf(tarball)).toEqual(expected.sort());
    expect(expected).toEqual(
      expect.arrayContaining([
        "package/dist/workers/script-worker.js",
        "package/dist/workers/schema-worker.js",
        "package/dist/sample-server/main.js",
      ]),
    );
  });

  test("has nothing that publint complains of [SDK-01]", async () => {
    const data = readFileSync(tarball);
    const { messages } = await publint({ pack: { tarball: new Uint8Array(data).buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test("has declarations that resolve wherever ES modules are imported [SDK-01]", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
    // An ES module package: who requires it or knows no `exports` is not among its readers.
    const isRead = ({ resolutionKind }) => resolutionKind === "node16-esm" || resolutionKind === "bundler";
    expect(analysis.types).toEqual({ kind: "included" });
    expect(analysis.problems.filter((problem) => problem.resolutionKind === undefined || isRead(problem))).toEqual([]);
  });
});

const GOOD = "minimal.ts";
const BAD = "wrong.ts";
const WRONG_PROGRAM = `import { createAgentSession, McpManager, type McpServerConfig, type McpToolSnapshot } from "@loop/core";

const workspaceRoot = process.cwd();
const mcpManager = new McpManager("mcp.json");
await createAgentSession({ workspaceRoot, mcpManager }); // wrong: no model
await createAgentSession({ model: null, workspaceRoot, permission: "everything" }); // wrong: no such preset
const session = await createAgentSession({ model: null, workspaceRoot, mcpManager });
session.setPermission("root"); // wrong: no such preset
session.setApprovalHandler(async () => "yes"); // wrong: no such decision
for await (const event of session.prompt("Hello")) {
  if (event.type === "call-finished") break; // wrong: no such event
  if (event.type === "text-delta") console.log(event.status); // wrong: of another event
}
const transport: McpServerConfig["transport"] = { type: "stdio", url: "" }; // wrong: of the other transport
const snapshot: McpToolSnapshot = mcpManager.snapshot(workspaceRoot);
snapshot.servers[0]?.command; // wrong: no configuration in a snapshot
new McpManager(); // wrong: no file
`;
const RESOLUTIONS = {
  NodeNext: { module: "NodeNext", moduleResolution: "NodeNext" },
  Bundler: { module: "ESNext", moduleResolution: "Bundler" },
};

/** Compiles both programs; the declarations of every installed package are checked as well. */
async function compile(name) {
  const file = join(consumer(), `tsconfig.${name}.json`);
  const options = { strict: true, skipLibCheck: false, target: "ES2023", types: ["node"], outDir: name };
  writeFileSync(file, JSON.stringify({ compilerOptions: { ...options, ...RESOLUTIONS[name] }, files: [GOOD, BAD] }));
  const typescript = join(root, "node_modules/typescript/bin/tsc");
  const { output } = await runTool([process.execPath, typescript, "-p", file, "--pretty", "false"], {
    cwd: consumer(),
  });
  return [...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, place, line]) => `${place}:${line}`);
}

const npm = (args) => runTool(npmCommand([...args, "--loglevel=error"]), { cwd: consumer(), env: npmEnvironment() });

const pinned = (name) => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies[name];

/** Null when packages can be had. Where they must be, the lack of them is a failure. */
async function registryComplaint() {
  const flags = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=20000"];
  const { code, output } = await npm(["view", `@types/node@${pinned("@types/node")}`, "version", ...flags]);
  if (code === 0) return null;
  if (process.env.CI === "true") throw new Error(output);
  return "The package registry could not be reached.";
}

/** Answers every question of the program with yes. */
function run(args, variables) {
  const child = spawn(process.execPath, args, {
    cwd: consumer(),
    env: { PATH: process.env.PATH, ...variables },
    timeout: RUN_MS,
  });
  let output = "";
  let answered = 0;
  const read = (chunk) => {
    output += chunk;
    const asked = output.split("(y/n)").length - 1;
    for (; answered < asked; answered += 1) child.stdin.write("y\n");
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

describe("a program of somebody else", () => {
  let notInstalled = null;
  const complaints = {};

  beforeAll(async () => {
    mkdirSync(consumer());
    writeFileSync(join(consumer(), "package.json"), '{"name":"consumer","private":true,"type":"module"}');
    writeFileSync(join(consumer(), BAD), WRONG_PROGRAM);
    copyFileSync(join(core, "examples", GOOD), join(consumer(), GOOD));
    copyFileSync(join(core, "test/packed-calls.mjs"), join(consumer(), "packed-calls.mjs"));
    notInstalled = await registryComplaint();
    if (notInstalled !== null) return;
    const types = `@types/node@${pinned("@types/node")}`;
    const installed = await npm(["install", "--prefer-offline", "--no-audit", "--no-fund", tarball, types]);
    if (installed.code !== 0) throw new Error(installed.output);
    for (const name of Object.keys(RESOLUTIONS)) complaints[name] = await compile(name);
  }, INSTALL_MS);

  beforeEach(({ skip }) => skip(notInstalled !== null, notInstalled ?? ""));

  test("gets the bundled contract with the package and not from elsewhere [SDK-01]", () => {
    expect(existsSync(join(consumer(), "node_modules/@loop/core/node_modules/@loop/contract/dist/index.d.ts"))).toBe(
      true,
    );
    expect(readdirSync(join(consumer(), "node_modules/@loop"))).toEqual(["core"]);
  });

  test.each(Object.keys(RESOLUTIONS))(
    "compiles as documented and not where it is wrong, resolving as %s [SDK-01]",
    (name) => {
      const wrong = WRONG_PROGRAM.split("\n").flatMap((line, index) =>
        line.includes("// wrong") ? [`${BAD}:${index + 1}`] : [],
      );
      expect([...new Set(complaints[name])]).toEqual(wrong);
    },
  );

  test(
    "runs the documented example with a stdio server and a model [SDK-01]",
    async () => {
      const script = 'const { timezone } = await tools.sample.clock({ timezone: "Europe/Berlin" }); return timezone;';
      const model = await startWireModel([
        { toolCalls: [{ name: "codemode", args: { script } }] },
        ({ toolResults }) => ({ text: `The clock stands in ${toolResults.join()}.` }),
      ]);
      try {
        const { LOOP_MODEL, ...variables } = model.env;
        const { code, output } = await run(["NodeNext/minimal.js", LOOP_MODEL], variables);
        expect(output).toContain('{"timezone":"Europe/Berlin"}? (y/n)');
        expect(output).toContain("The clock stands in Europe/Berlin.\n(done)");
        expect(code).toBe(0);
      } finally {
        await model.close();
      }
    },
    RUN_MS,
  );

  test(
    "starts the workers for scripts and for schemas from the installed package [SDK-01]",
    async () => {
      const inputSchema = { type: "object", properties: { number: { type: "string", pattern: "^[0-9-]+$" } } };
      const fake = fakeStdioCommand({ tools: ["echo", { name: "dial", inputSchema }] });
      const { command, args } = fake;
      const server = { id: "fake", name: "Fake", enabled: true, transport: { type: "stdio", command, args } };
      const config = join(folder, "mcp.json");
      writeFileSync(config, JSON.stringify({ version: 1, servers: [server] }));
      const { code, output } = await run(["packed-calls.mjs", config], {}).finally(() => fake.killAll());
      expect({ code, ends: JSON.parse(output) }).toEqual({
        code: 0,
        ends: {
          script: { status: "ok", result: [{ type: "text", text: "from a script" }] },
          misfit: { status: "failed", code: "arguments-invalid" },
          fit: { status: "ok", result: [{ type: "text", text: '{"number":"030-1234"}' }] },
          hostPolicy: "personal",
        },
      });
    },
    RUN_MS,
  );
});

test("the README shows the example as it stands [SDK-01]", () => {
  const readme = readFileSync(join(core, "README.md"), "utf8");
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(join(core, "examples", GOOD), "utf8")}\`\`\``);
});
