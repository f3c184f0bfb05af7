// The layer table: who may import what. `node scripts/layers.mjs --write` turns it into `.oxlintrc.json`.
//
// packages  other packages a row may import. A list means these and nothing else (`name/*` takes subpaths too);
//           `{ except: [...] }` means anything but these. A folder without its own list has its package's.
// node      Node's own modules: true, false, or `{ except: [...] }`.
// folders   one row a folder of `src`; `imports` names the sibling folders it may reach, "*" all of them.
//           `folder/file` lets in that file alone. A folder of a package marked `closed` must have a row here.
// opens     the row may open outside connections (`fetch` and Node's connection modules).
// prints    the row may use `console`.

const CONNECTION_MODULES = [
  "node:http",
  "node:https",
  "node:http2",
  "node:net",
  "node:tls",
  "node:dgram",
  "node:dns/*",
];
const DRIVERS = ["pg", "@nats-io/*", "kysely/*", "@photostructure/sqlite", "node:sqlite"];
const HTTP_FRAMEWORKS = ["hono/*", "@hono/node-server/*"];

const coreRow = (imports, packages = [], more = {}) => ({
  imports,
  packages: ["@loop/contract", ...packages],
  ...more,
});
const MODEL_LIBRARIES = ["ai", "@ai-sdk/provider", "zod/*"];
const CATALOG_WORDS = ["mcp/tool-source", "mcp/lifetime"];
const core = {
  closed: true,
  packages: ["@loop/contract", "zod/*"],
  node: { except: [...CONNECTION_MODULES] },
  folders: {
    kit: { imports: [], packages: ["atomically", "proper-lockfile"] },
    policy: coreRow(["kit"]),
    ports: coreRow(["kit", "policy", "agent"]),
    models: coreRow(
      ["kit", "ports", "agent"],
      [
        ...MODEL_LIBRARIES,
        "@ai-sdk/anthropic",
        "@ai-sdk/google",
        "@ai-sdk/openai",
        "@ai-sdk/openai-compatible",
        "ollama-ai-provider-v2",
        "undici",
      ],
      { opens: true },
    ),
    agent: coreRow(["kit", "models"]),
    mcp: coreRow(
      ["kit", "policy", "ports"],
      ["@modelcontextprotocol/client/*", "undici", "zod/*", "ajv/*", "ajv-formats", "atomically", "proper-lockfile"],
      { opens: true },
    ),
    approvals: coreRow(["kit", "policy", "ports", ...CATALOG_WORDS]),
    // The app's own tools and wording: no word of servers.
    "app-tools": coreRow(["kit"]),
    permissions: coreRow(["kit", "policy", "ports"]),
    // Ending a process with all it started is the same work for a command as for a server.
    tools: coreRow(["kit", "policy", "ports", "agent", "permissions", "mcp/process-tree"], ["zod/*"]),
    // The words of a catalog, never the connections behind it.
    codemode: coreRow(["kit", "policy", "ports", "agent", ...CATALOG_WORDS], ["quickjs-wasi/*", "sucrase", "zod/*"]),
    session: coreRow("*", [...MODEL_LIBRARIES, "gpt-tokenizer/*"]),
    workers: coreRow(
      ["kit", "mcp", "codemode", "tools"],
      ["zod/*", "ajv/*", "ajv-formats", "quickjs-wasi/*", "sucrase"],
    ),
    "sample-server": { imports: [], packages: [], prints: true },
  },
};

const stores = {
  packages: ["@loop/contract", "@loop/core/host", ...DRIVERS],
  node: { except: [...CONNECTION_MODULES] },
  folders: { buses: { imports: [], packages: ["@loop/contract", "@loop/core/host", "pg", "@nats-io/*"] } },
};

const SERVER_NEVER = ["@loop/web/*", "@loop/cli/*", "@loop/testkit/*", "@loop/loop/*", ...DRIVERS];
const server = {
  packages: { except: ["undici", ...SERVER_NEVER] },
  node: { except: [...CONNECTION_MODULES.filter((name) => name !== "node:http")] },
  prints: true,
  folders: {
    egress: { imports: [], packages: { except: [...SERVER_NEVER, "@loop/stores/*", ...HTTP_FRAMEWORKS] }, opens: true },
    secrets: { imports: [], packages: { except: ["undici", ...SERVER_NEVER, "@loop/stores/*", ...HTTP_FRAMEWORKS] } },
    routes: { imports: "*", packages: { except: ["undici", ...SERVER_NEVER, "@loop/stores/*"] } },
    turns: {
      imports: { except: ["http", "routes"] },
      packages: { except: ["undici", ...SERVER_NEVER, ...HTTP_FRAMEWORKS] },
    },
    // A session is known by requests, so this room may know their shape; never a route.
    accounts: {
      imports: { except: ["routes", "turns", "catalogs"] },
      packages: { except: ["undici", ...SERVER_NEVER, ...HTTP_FRAMEWORKS, "@loop/stores/*"] },
    },
    personas: {
      imports: { except: ["http", "routes"] },
      packages: { except: ["undici", ...SERVER_NEVER, ...HTTP_FRAMEWORKS, "@loop/stores/*"] },
    },
    catalogs: {
      imports: { except: ["http", "routes"] },
      packages: { except: ["undici", ...SERVER_NEVER, ...HTTP_FRAMEWORKS] },
    },
  },
};

const WEB_NEVER = [
  "@loop/core/*",
  "@loop/stores/*",
  "@loop/server/*",
  "@loop/cli/*",
  "@loop/testkit/*",
  "@loop/loop/*",
];
const web = {
  closed: true,
  packages: { except: WEB_NEVER },
  node: false,
  folders: {
    parts: {
      imports: [],
      packages: { except: ["@loop/contract", "@tanstack/react-query", "zustand/*", ...WEB_NEVER] },
    },
    words: { imports: [], packages: ["@loop/contract"] },
    api: { imports: [], packages: { except: ["react/*", "react-dom/*", ...WEB_NEVER] }, opens: true },
    state: { imports: ["api", "words"] },
    panels: { imports: ["parts", "words"], packages: { except: ["@tanstack/react-query", ...WEB_NEVER] } },
    screens: { imports: ["panels", "parts", "words", "state", "api"] },
    app: { imports: "*" },
    styles: { imports: [], packages: [] },
  },
};

/** Every package of ours, from the bottom of the house to its doors. */
export const PACKAGES = {
  contract: { packages: ["zod/mini"], node: false },
  core,
  stores,
  server,
  web,
  cli: {
    packages: {
      except: [
        "@loop/core/host",
        "@loop/server/*",
        "@loop/stores/*",
        "@loop/web/*",
        "@loop/testkit/*",
        "@loop/loop/*",
      ].concat(DRIVERS, HTTP_FRAMEWORKS),
    },
    node: { except: [...CONNECTION_MODULES] },
    prints: true,
  },
  loop: {
    files: ["packages/loop/bin/**"],
    packages: ["@loop/cli", "@loop/server"],
    node: { except: [...CONNECTION_MODULES] },
    prints: true,
    environment: true,
  },
  testkit: {
    packages: { except: ["@loop/server/*", "@loop/web/*", "@loop/cli/*", "@loop/loop/*"] },
    node: true,
    opens: true,
    prints: true,
    timers: true,
    environment: true,
  },
};

/** The only files that may read `process.env`. */
export const ENVIRONMENT_READERS = [
  "packages/server/src/settings.ts",
  "packages/cli/src/arguments.ts",
  "packages/core/src/models/providers.ts",
  "packages/core/src/mcp/transport-stdio.ts",
  "packages/core/src/mcp/references.ts",
  "packages/core/src/tools/command-environment.ts",
];

/** The only files that may ask Node where a module's file is; none may load one so. */
export const MODULE_RESOLVERS = [
  "packages/cli/src/sample-server-path.ts",
  "packages/core/src/codemode/pool.ts",
  "packages/core/src/mcp/schema-validator.ts",
  "packages/core/src/tools/pattern-thread.ts",
];

/** The only files that may assert a type (`as`): the borders where a value's shape is known and cannot be written. */
export const CASTS = [
  "packages/contract/src/ids.ts",
  "packages/contract/src/timeline.ts",
  "packages/core/src/codemode/{dispatcher,guest-vm,protocol,script-host,worker-engine}.ts",
  "packages/core/src/mcp/handshake.ts",
  "packages/core/src/workers/script-worker.ts",
  "packages/server/src/http/{api-handlers,app}.ts",
  "packages/web/src/api/client.ts",
];

/** The only files that may start a timer; everything else races a deadline. */
export const TIMER_OWNERS = [
  "packages/core/src/kit/deadline.ts",
  "packages/core/src/kit/clock.ts",
  "packages/core/src/sample-server/**",
  "packages/server/src/timers.ts",
  "packages/cli/src/timers.ts",
  "packages/web/src/app/timers.ts",
];

/** Files whose tool asks for a default export. */
export const DEFAULT_EXPORTS = ["vitest.config.ts", "vitest.e2e.config.ts", "packages/web/vite.config.ts"];

export const TESTS = [
  "packages/*/src/**/*.test.ts",
  "packages/*/src/**/*.test.tsx",
  "packages/*/{test,test-support}/**/*.{ts,tsx}",
  "scripts/**/*.test.mjs",
  "e2e/**/*.ts",
];

/** Conformance suites: tests that several implementations share, so they are not named as tests. */
export const SHARED_SUITES = ["packages/testkit/src/conformance/**"];
