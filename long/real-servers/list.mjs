// The servers that are tried, each at one version. `{dir}` stands for an empty folder, `{port}` for a free port, and
// every value that looks like a secret is made up.
//
// stdio, http  how it is started; `bin` when the package has several programs
// expect       where the outcome differs from the stored catalog, or the server has none: a tool count or a code, and why

const OAUTH = {
  code: "oauth-required",
  why: "Over HTTP it answers 401 and points at an OAuth server; Loop offers a token instead.",
};
const TOKEN = { code: "authentication-required", why: "Over HTTP it answers 401 to whoever has no token." };
const SILENT = (why) => ({ code: "timeout", why });

export const SERVERS = [
  {
    package: "@modelcontextprotocol/server-everything",
    version: "2026.8.31",
    http: { args: ["streamableHttp"], env: { PORT: "{port}" } },
    expect: {
      stdio: {
        tools: 13,
        why: "It lists three more to a client that offers roots, sampling and elicitation; Loop offers none.",
      },
      http: { tools: 13, why: "As over stdio." },
    },
  },
  { package: "@modelcontextprotocol/server-filesystem", version: "2026.8.31", stdio: { args: ["{dir}"] } },
  {
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    stdio: { env: { MEMORY_FILE_PATH: "{dir}/memory.json" } },
  },
  { package: "@modelcontextprotocol/server-sequential-thinking", version: "2026.8.31" },
  {
    package: "@modelcontextprotocol/server-github",
    version: "2025.4.8",
    stdio: { env: { GITHUB_PERSONAL_ACCESS_TOKEN: "ghp_dummy" } },
  },
  {
    package: "@modelcontextprotocol/server-gitlab",
    version: "2025.4.25",
    stdio: { env: { GITLAB_PERSONAL_ACCESS_TOKEN: "glpat-dummy" } },
  },
  {
    package: "@modelcontextprotocol/server-postgres",
    version: "0.6.2",
    stdio: { args: ["postgresql://127.0.0.1:1/db"] },
  },
  {
    package: "@playwright/mcp",
    version: "0.0.83",
    http: { args: ["--port", "{port}"], host: "localhost" },
  },
  {
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    stdio: { bin: "chrome-devtools-mcp", args: ["--no-usage-statistics"] },
  },
  { package: "@upstash/context7-mcp", version: "4.1.1", http: { args: ["--transport", "http", "--port", "{port}"] } },
  {
    package: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    stdio: { env: { NOTION_TOKEN: "ntn_dummy" } },
    http: {
      args: ["--transport", "http", "--port", "{port}", "--auth-token", "dummy"],
      env: { NOTION_TOKEN: "ntn_dummy" },
      headers: { Authorization: "Bearer dummy" },
    },
  },
  {
    package: "mongodb-mcp-server",
    version: "3.0.4",
    stdio: { env: { MDB_MCP_TELEMETRY: "disabled" } },
    http: { args: ["--transport", "http", "--httpPort", "{port}"], env: { MDB_MCP_TELEMETRY: "disabled" } },
  },
  { package: "tavily-mcp", version: "0.2.22", stdio: { env: { TAVILY_API_KEY: "tvly-dummy" } } },
  {
    package: "@zereight/mcp-gitlab",
    version: "2.1.64",
    stdio: {
      env: {
        GITLAB_PERSONAL_ACCESS_TOKEN: "glpat-dummy",
        USE_PIPELINE: "true",
        USE_MILESTONE: "true",
        USE_GITLAB_WIKI: "true",
      },
    },
    http: { env: { STREAMABLE_HTTP: "true", REMOTE_AUTHORIZATION: "true", HOST: "127.0.0.1", PORT: "{port}" } },
    expect: { http: TOKEN },
  },
  {
    package: "firecrawl-mcp",
    version: "3.22.2",
    stdio: { env: { FIRECRAWL_API_KEY: "fc-dummy" } },
    http: { env: { FIRECRAWL_API_KEY: "fc-dummy", HTTP_STREAMABLE_SERVER: "true", HOST: "127.0.0.1", PORT: "{port}" } },
  },
  {
    package: "figma-developer-mcp",
    version: "0.13.2",
    stdio: { args: ["--stdio"], env: { FIGMA_API_KEY: "figd_dummy" } },
    http: { args: ["--port", "{port}"], env: { FIGMA_API_KEY: "figd_dummy" } },
  },
  {
    package: "@antv/mcp-server-chart",
    version: "0.9.10",
    http: { args: ["--transport", "streamable", "--port", "{port}"] },
  },
  {
    package: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    stdio: { env: { BRAVE_API_KEY: "BSA-dummy" } },
    http: {
      args: ["--transport", "http", "--port", "{port}", "--host", "127.0.0.1"],
      env: { BRAVE_API_KEY: "BSA-dummy" },
    },
  },
  {
    package: "airtable-mcp-server",
    version: "1.14.0",
    stdio: { env: { AIRTABLE_API_KEY: "pat.dummy" } },
    http: { env: { AIRTABLE_API_KEY: "pat.dummy", MCP_TRANSPORT: "http", PORT: "{port}" } },
  },
  {
    package: "argocd-mcp",
    version: "0.9.0",
    stdio: { args: ["stdio"], env: { ARGOCD_BASE_URL: "http://127.0.0.1:1", ARGOCD_API_TOKEN: "dummy" } },
    http: {
      args: ["http", "--port", "{port}"],
      env: { ARGOCD_BASE_URL: "http://127.0.0.1:1", ARGOCD_API_TOKEN: "dummy" },
    },
  },
  {
    package: "mcp-server-kubernetes",
    version: "4.1.7",
    http: { env: { ENABLE_UNSAFE_STREAMABLE_HTTP_TRANSPORT: "1", HOST: "127.0.0.1", PORT: "{port}" } },
  },
  {
    package: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    http: { env: { MCP_TRANSPORT_TYPE: "http", MCP_HTTP_HOST: "127.0.0.1", MCP_HTTP_PORT: "{port}" } },
  },
  {
    package: "hostinger-api-mcp",
    version: "1.63.2",
    stdio: { bin: "hostinger-api-mcp", env: { API_TOKEN: "dummy", APITOKEN: "dummy" } },
    http: {
      bin: "hostinger-api-mcp",
      args: ["--http", "--host", "127.0.0.1", "--port", "{port}"],
      env: { API_TOKEN: "dummy", APITOKEN: "dummy" },
      path: "/",
    },
  },
  {
    package: "mcp-searxng",
    version: "1.16.0",
    stdio: { env: { SEARXNG_URL: "http://127.0.0.1:1" } },
    http: { env: { SEARXNG_URL: "http://127.0.0.1:1", MCP_HTTP_HOST: "127.0.0.1", MCP_HTTP_PORT: "{port}" } },
  },
  {
    package: "backlog-mcp-server",
    version: "0.20.4",
    stdio: { env: { BACKLOG_DOMAIN: "dummy.backlog.com", BACKLOG_API_KEY: "dummy" } },
  },
  { package: "time-mcp", version: "1.0.6" },
  { package: "mcp-server-code-runner", version: "0.1.8" },
  {
    package: "financial-modeling-prep-mcp-server",
    version: "2.5.3",
    http: { args: ["--port", "{port}"], env: { FMP_ACCESS_TOKEN: "dummy" } },
    expect: { stdio: SILENT("It has no stdio mode: it prints lines of text and opens a port.") },
  },
  {
    package: "slack-mcp-server",
    version: "1.3.0",
    stdio: { env: { SLACK_MCP_XOXP_TOKEN: "demo" } },
    http: {
      args: ["--transport", "http"],
      env: { SLACK_MCP_XOXP_TOKEN: "demo", SLACK_MCP_HOST: "127.0.0.1", SLACK_MCP_PORT: "{port}" },
    },
    expect: { stdio: SILENT("With its demonstration token it stays silent over stdio.") },
  },
  {
    package: "@softeria/ms-365-mcp-server",
    version: "0.155.0",
    http: { args: ["--http", "127.0.0.1:{port}"] },
    expect: { http: OAUTH },
  },
  {
    package: "@stripe/mcp",
    version: "0.3.3",
    stdio: { args: ["--api-key=sk_test_dummy"] },
    expect: { stdio: SILENT("It looks things up at its maker's before it answers, and there is no network.") },
  },
  {
    package: "@supabase/mcp-server-supabase",
    version: "0.13.0",
    stdio: { args: ["--access-token=sbp_dummy"] },
    expect: {
      stdio: {
        code: "server-failed",
        why: "It fetches its list from its maker's and answers tools/list with an error.",
      },
    },
  },
  {
    package: "@modelcontextprotocol/server-redis",
    version: "2025.4.25",
    stdio: { args: ["redis://127.0.0.1:1"] },
    expect: { stdio: SILENT("It tries to reach its database for longer than Loop waits, and only then exits.") },
  },
  {
    package: "@benborla29/mcp-server-mysql",
    version: "2.0.9",
    stdio: { env: { MYSQL_HOST: "127.0.0.1", MYSQL_PORT: "1", MYSQL_USER: "dummy", MYSQL_PASS: "dummy" } },
    expect: { stdio: { code: "connection-closed", why: "It answers initialize and exits when it finds no database." } },
  },
];
