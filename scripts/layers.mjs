// Turns the layer table into oxlint's configuration: one complete override a folder, because a second
// matching override replaces a rule's options instead of adding to them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  CASTS,
  DEFAULT_EXPORTS,
  ENVIRONMENT_READERS,
  MODULE_RESOLVERS,
  PACKAGES,
  SHARED_SUITES,
  TESTS,
  TIMER_OWNERS,
} from "./layer-table.mjs";
import { BASE_RULES, TEST_RULES } from "./lint-rules.mjs";
import { anyOf, anythingBut, intoFolder } from "./patterns.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const RESTRICTED_IMPORTS = "eslint/no-restricted-imports";
const TIMER_MESSAGE = "Race a deadline from core's kit instead.";
const HOME_HINT = "See scripts/layer-table.mjs.";

/** Names every row: `core/mcp` is a folder, `core` the files directly in its src. */
export function rowsOf(packages = PACKAGES) {
  return Object.entries(packages).flatMap(([name, row]) => {
    const folders = Object.keys(row.folders ?? {});
    const inside = folders.map((folder) => ({
      name: `${name}/${folder}`,
      package: name,
      folder,
      row: { packages: row.packages, node: row.node, prints: row.prints, opens: row.opens, ...row.folders[folder] },
      forbiddenFolders: forbiddenFolders(row, folder),
      files: [`packages/${name}/src/${folder}/**`],
    }));
    return [
      { name, package: name, folder: null, row, forbiddenFolders: [], files: row.files ?? [`packages/${name}/src/**`] },
      ...inside,
    ];
  });
}

function forbiddenFolders(row, folder) {
  const { imports } = row.folders[folder];
  const others = Object.keys(row.folders).filter((other) => other !== folder);
  if (imports === "*") return [];
  if (Array.isArray(imports)) return others.filter((other) => !imports.includes(other));
  return imports.except;
}

/** Files of a folder that a row may reach although the folder as a whole is closed to it. */
function sparedFiles({ row }, folder) {
  const names = Array.isArray(row.imports) ? row.imports : [];
  return names.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1));
}

function packagePatterns({ name, row }) {
  const { packages } = row;
  const message = `${name} may not import this package. ${HOME_HINT}`;
  if (Array.isArray(packages)) {
    // Relative paths and Node's modules have their own patterns.
    return [{ regex: anythingBut([...packages, ".*", "node:*"]), message }];
  }
  return [{ regex: anyOf(packages.except), message }];
}

function nodePatterns({ name, row }) {
  const message = `${name} may not use this Node module. ${HOME_HINT}`;
  if (row.node === false) return [{ regex: "^node:", message }];
  const forbidden = row.node === true || row.opens ? [] : row.node.except;
  const patterns = forbidden.length > 0 ? [{ regex: anyOf(forbidden), message, allowTypeImports: true }] : [];
  if (!row.timers)
    patterns.push({
      regex: "^node:timers(/promises)?$",
      importNames: ["setTimeout", "setInterval"],
      message: TIMER_MESSAGE,
    });
  return patterns;
}

function folderPatterns(zone) {
  const others = Object.keys(PACKAGES).join("|");
  const patterns = [
    {
      regex: `^\\.\\.?/(.*/)?(packages|src|dist|${others})/`,
      message: "Reach another package by its name, never by its files.",
    },
  ];
  if (zone.folder) {
    patterns.push({
      regex: "^(\\./)?(\\.\\./)+(index|host)(\\.js)?$",
      message: "A folder never imports its package's entry.",
    });
  }
  const message = `${zone.name} may not import this folder. ${HOME_HINT}`;
  const isSpared = (folder) => sparedFiles(zone, folder).length > 0;
  const closed = zone.forbiddenFolders.filter((folder) => !isSpared(folder));
  if (closed.length > 0) patterns.push({ regex: `^\\.\\.?/(.*/)?(${closed.join("|")})(/|\\.js$)`, message });
  for (const folder of zone.forbiddenFolders.filter(isSpared)) {
    patterns.push({ regex: intoFolder(folder, sparedFiles(zone, folder)), message });
  }
  return patterns;
}

const environmentPath = {
  name: "node:process",
  importNames: ["env"],
  message: "Only the files named in scripts/layer-table.mjs read the environment.",
};

const loaderPath = { name: "node:module", message: "No require, and no loader hooks." };

function importsRule(zone, { resolves = false } = {}) {
  return [
    "error",
    {
      paths: resolves ? [environmentPath] : [environmentPath, loaderPath],
      patterns: [...packagePatterns(zone), ...nodePatterns(zone), ...folderPatterns(zone)],
    },
  ];
}

const FETCH_MESSAGE = "Only the folders marked `opens` in scripts/layer-table.mjs open connections.";

function globalsRule({ timers, opens }) {
  const names = [];
  if (!timers) names.push({ name: "setTimeout", message: TIMER_MESSAGE });
  if (!opens) {
    for (const name of ["fetch", "EventSource", "WebSocket", "XMLHttpRequest"])
      names.push({ name, message: FETCH_MESSAGE });
  }
  return names.length > 0 ? ["error", ...names] : "off";
}

function propertiesRule({ timers, opens, environment }) {
  const names = [];
  if (!environment) {
    names.push({ object: "process", property: "env", message: environmentPath.message });
  }
  for (const object of ["globalThis", "window", "self"]) {
    if (!timers) names.push({ object, property: "setTimeout", message: TIMER_MESSAGE });
    if (!opens) names.push({ object, property: "fetch", message: FETCH_MESSAGE });
  }
  return names.length > 0 ? ["error", ...names] : "off";
}

function zoneOverride(zone) {
  return {
    files: zone.files,
    rules: {
      [RESTRICTED_IMPORTS]: importsRule(zone),
      "eslint/no-restricted-globals": globalsRule(zone.row),
      "eslint/no-restricted-properties": propertiesRule(zone.row),
      "eslint/no-console": zone.row.prints ? "off" : "error",
    },
  };
}

/** The named files of a row may do one thing more than the row. */
function exceptionOverrides(rows) {
  const zoneOf = (file) => rows.findLast((zone) => zone.files.some((glob) => file.startsWith(glob.replace("**", ""))));
  const more = (files, extra) => files.map((file) => ({ file, row: { ...zoneOf(file).row, ...extra } }));
  const freer = [...more(ENVIRONMENT_READERS, { environment: true }), ...more(TIMER_OWNERS, { timers: true })];
  const resolving = MODULE_RESOLVERS.map((file) => ({
    files: [file],
    rules: { [RESTRICTED_IMPORTS]: importsRule(zoneOf(file), { resolves: true }) },
  }));
  const others = freer.map(({ file, row }) => ({
    files: [file],
    rules: {
      "eslint/no-restricted-globals": globalsRule(row),
      "eslint/no-restricted-properties": propertiesRule(row),
    },
  }));
  return [...others, ...resolving];
}

/** oxlint's whole configuration, as data. */
export function lintConfig() {
  const rows = rowsOf();
  return {
    $schema: "./node_modules/oxlint/configuration_schema.json",
    plugins: ["eslint", "import", "typescript", "unicorn", "oxc", "react"],
    categories: { correctness: "error" },
    env: { builtin: true, es2024: true },
    options: { denyWarnings: true, reportUnusedDisableDirectives: "error" },
    ignorePatterns: ["**/dist/**", "**/node_modules/**", "packages/web/public/**"],
    rules: BASE_RULES,
    overrides: [
      ...rows.map(zoneOverride),
      ...exceptionOverrides(rows),
      // A component is one function with its markup; eighty lines is about a screen of it.
      { files: ["packages/web/src/**/*.tsx"], rules: { "eslint/max-lines-per-function": ["error", { max: 80 }] } },
      // A store is one closure around its state, as long as a small class.
      {
        files: ["packages/web/src/{state,api}/**"],
        rules: { "eslint/max-lines-per-function": ["error", { max: 60 }] },
      },
      { files: CASTS, rules: { "typescript/consistent-type-assertions": "off" } },
      { files: SHARED_SUITES, rules: { "eslint/max-lines-per-function": "off" } },
      { files: TESTS, rules: { ...TEST_RULES, [RESTRICTED_IMPORTS]: ["error", { paths: [loaderPath] }] } },
      { files: DEFAULT_EXPORTS, rules: { "import/no-default-export": "off" } },
    ],
  };
}

/** Folders of a closed package that have no row, as sentences. */
export function unknownFolders(base = root) {
  return Object.entries(PACKAGES).flatMap(([name, row]) => {
    const source = join(base, "packages", name, "src");
    if (!row.closed || !existsSync(source)) return [];
    return readdirSync(source, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !(entry.name in row.folders))
      .map((entry) => `packages/${name}/src/${entry.name} has no row in scripts/layer-table.mjs.`);
  });
}

/** One line a rule, so that a change of the table reads as a small change of the file. */
function printed(config) {
  const text = JSON.stringify({ ...config, overrides: [] }, null, 2);
  const overrides = config.overrides.map(({ files, rules }) => {
    const lines = Object.entries(rules).map(
      ([rule, value]) => `      ${JSON.stringify(rule)}: ${JSON.stringify(value)}`,
    );
    return `    { "files": ${JSON.stringify(files)}, "rules": {\n${lines.join(",\n")}\n    } }`;
  });
  return `${text.replace('"overrides": []', `"overrides": [\n${overrides.join(",\n")}\n  ]`)}\n`;
}

/** `--write` writes the file; without it the answer is whether the committed one is up to date. */
export function runLayers(args) {
  const file = join(root, ".oxlintrc.json");
  const wanted = printed(lintConfig());
  if (args.includes("--write")) {
    writeFileSync(file, wanted);
    return 0;
  }
  const problems = unknownFolders();
  if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
    problems.push(".oxlintrc.json is not what the layer table says. Run: node scripts/layers.mjs --write");
  }
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = runLayers(process.argv.slice(2));
}
