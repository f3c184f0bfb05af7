import { type KeyValue, type McpServerConfig, SERVER_ID_PATTERN, type Transport } from "@loop/contract";

/** One name and value; `saved` means that Loop holds a value which is never shown. */
export interface SecretRow {
  readonly rowId: number;
  readonly key: string;
  readonly value: string;
  readonly saved: boolean;
  /** The name the saved value belongs to; a renamed row needs its value again (CFG-14). */
  readonly savedKey: string | null;
}
export interface TextRow {
  readonly rowId: number;
  readonly text: string;
}
export interface PairRow {
  readonly rowId: number;
  readonly key: string;
  readonly value: string;
}

/** What stands in the form. Both kinds are kept, so that switching to and fro loses nothing. */
export interface ServerForm {
  readonly kind: "stdio" | "http";
  readonly name: string;
  readonly id: string;
  readonly isIdTouched: boolean;
  readonly enabled: boolean;
  readonly command: string;
  readonly args: readonly TextRow[];
  readonly cwd: string;
  readonly env: readonly SecretRow[];
  readonly envVars: readonly TextRow[];
  readonly url: string;
  readonly bearerTokenEnv: string;
  readonly headers: readonly SecretRow[];
  readonly envHeaders: readonly PairRow[];
  readonly nextRowId: number;
}

export const emptyForm: ServerForm = {
  kind: "stdio",
  name: "",
  id: "",
  isIdTouched: false,
  enabled: true,
  command: "",
  args: [],
  cwd: "",
  env: [],
  envVars: [],
  url: "",
  bearerTokenEnv: "",
  headers: [],
  envHeaders: [],
  nextRowId: 1,
};

/** A saved configuration as a form; rows are numbered in order. */
export function formFromConfig({ id, name, enabled, transport }: McpServerConfig): ServerForm {
  let rowId = 0;
  const next = () => ++rowId;
  const secret = ({ key, value, saved }: KeyValue): SecretRow => ({
    rowId: next(),
    key,
    value,
    saved: saved === true,
    savedKey: saved === true ? key : null,
  });
  const text = (value: string): TextRow => ({ rowId: next(), text: value });
  const base = { ...emptyForm, id, name, enabled, isIdTouched: true, kind: transport.type };
  const form: ServerForm =
    transport.type === "stdio"
      ? {
          ...base,
          command: transport.command,
          args: transport.args.map(text),
          cwd: transport.cwd,
          env: transport.env.map(secret),
          envVars: transport.envVars.map(text),
        }
      : {
          ...base,
          url: transport.url,
          bearerTokenEnv: transport.bearerTokenEnv,
          headers: transport.headers.map(secret),
          envHeaders: transport.envHeaders.map((row) => ({ rowId: next(), key: row.key, value: row.value })),
        };
  return { ...form, nextRowId: rowId + 1 };
}

/** What is saved: only the chosen kind, without rows that say nothing. */
export function configFromForm(form: ServerForm, original: McpServerConfig | null): McpServerConfig {
  const mustReenter = needsReentry(form, original);
  const base = { id: form.id.trim(), name: form.name.trim(), enabled: form.enabled };
  const transport: Transport =
    form.kind === "stdio"
      ? {
          type: "stdio",
          command: form.command,
          args: form.args.map((row) => row.text),
          env: form.env.filter((row) => row.key !== "" || row.value !== "").map((row) => keyValue(row, mustReenter)),
          envVars: form.envVars.map((row) => row.text.trim()).filter((name) => name !== ""),
          cwd: form.cwd.trim(),
        }
      : {
          type: "http",
          url: form.url.trim(),
          bearerTokenEnv: form.bearerTokenEnv.trim(),
          headers: form.headers
            .filter((row) => row.key !== "" || row.value !== "")
            .map((row) => keyValue(row, mustReenter)),
          envHeaders: form.envHeaders
            .filter((row) => row.key !== "" || row.value !== "")
            .map((row) => ({ key: row.key.trim(), value: row.value.trim() })),
        };
  return { ...base, transport };
}

/** Keeps the stored value only where that is allowed; the server decides again (CFG-14, CFG-15). */
function keyValue(row: SecretRow, mustReenter: boolean): KeyValue {
  const key = row.key.trim();
  return isKept(row, mustReenter) ? { key, value: "", saved: true } : { key, value: row.value };
}

/** Whether the row stands for the value Loop holds, rather than for what is typed. */
export function isKept(row: SecretRow, mustReenter: boolean): boolean {
  return row.saved && !mustReenter && row.key.trim() === row.savedKey;
}

/** CFG-15: what a secret would be sent to has changed, so it is asked for again. */
export function needsReentry(form: ServerForm, original: McpServerConfig | null): boolean {
  if (original === null) return false;
  const { transport } = original;
  if (transport.type !== form.kind) return true;
  if (transport.type === "http") return form.url.trim() !== transport.url;
  const args = form.args.map((row) => row.text);
  const isSameArgs =
    args.length === transport.args.length && args.every((text, index) => text === transport.args[index]);
  return form.command !== transport.command || form.cwd.trim() !== transport.cwd || !isSameArgs;
}

/** A readable id out of a name; free of the taken ones; "server" where nothing is left. */
export function idFromName(name: string, taken: readonly string[]): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const base =
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 56) || "server";
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(id)) return id;
  }
}

export type FormProblem = "name" | "id" | "command" | "url" | "cwd";

/** Fields that cannot be saved as they are; everything finer is the server's to say. */
export function formProblems(form: ServerForm): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  if (form.name.trim() === "") problems.push("name");
  if (!SERVER_ID_PATTERN.test(form.id.trim())) problems.push("id");
  if (form.kind === "stdio" && form.command.trim() === "") problems.push("command");
  if (form.kind === "http" && !/^https?:\/\//i.test(form.url.trim())) problems.push("url");
  return problems;
}

const FIELD_OF_CODE: Readonly<Record<string, FormProblem>> = {
  "config-name-empty": "name",
  "config-id-invalid": "id",
  "server-exists": "id",
  "config-command-empty": "command",
  "config-cwd-relative": "cwd",
  "config-url-invalid": "url",
  "config-url-credentials": "url",
  "config-url-fragment": "url",
  "config-url-port": "url",
};

/** The field a refusal is about, to be marked. */
export function fieldOfCode(code: string | null): FormProblem | null {
  return code === null ? null : (FIELD_OF_CODE[code] ?? null);
}
