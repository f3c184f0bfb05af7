import { parentPort } from "node:worker_threads";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { SCHEMA_WORKER_READY, type SchemaJob, type SchemaVerdict } from "../mcp/schema-check.js";

/** Nothing is ever fetched: a schema that refers to another document cannot be used. */
const options: Options = {
  strict: false,
  allErrors: false,
  validateSchema: false,
  addUsedSchema: false,
  ownProperties: true,
  logger: false,
  // Compiling is most of the time of a large schema, and these two most of that.
  inlineRefs: false,
  code: { optimize: false },
};
const maxCompiled = 500;

type Compiler = Pick<Ajv, "compile" | "removeSchema">;

const compilers = new Map<string, Compiler>();
const compiled = new Map<number, ValidateFunction | null>();

function compilerFor(dialect: unknown, unicode: boolean): Compiler {
  const isOld = typeof dialect === "string" && /draft-0[4-7]/.test(dialect);
  const key = `${isOld} ${unicode}`;
  const known = compilers.get(key);
  if (known !== undefined) return known;
  const settings = { ...options, unicodeRegExp: unicode };
  const compiler = isOld ? new Ajv(settings) : new Ajv2020(settings);
  addFormats.default(compiler);
  compilers.set(key, compiler);
  return compiler;
}

/** The name a schema gives itself means nothing here and could clash with another one's. */
function compile(schema: unknown): ValidateFunction | null {
  if (typeof schema === "boolean") return compilerFor(null, true).compile(schema);
  if (typeof schema !== "object" || schema === null) return null;
  const { $schema: dialect, $id: _, ...nameless } = { $schema: null, $id: null, ...schema };
  for (const unicode of [true, false]) {
    try {
      return compilerFor(dialect, unicode).compile(nameless);
    } catch {
      // Patterns written for the older rules compile the second time; the rest does not.
    }
  }
  return null;
}

/** The engine compiles a function when it is first called: that time is the schema's, not its first value's. */
function warmUp(validate: ValidateFunction | null): void {
  try {
    validate?.(undefined);
  } catch {
    // Said again, and told, when a value is checked.
  }
}

function validatorOf(job: SchemaJob): ValidateFunction | null {
  const known = compiled.get(job.key);
  if (known !== undefined) return known;
  if (compiled.size >= maxCompiled) compiled.clear();
  const fresh = compile(job.schema);
  warmUp(fresh);
  compiled.set(job.key, fresh);
  return fresh;
}

function judge(validate: ValidateFunction | null, value: unknown): SchemaVerdict {
  if (validate === null) return { kind: "unusable" };
  try {
    if (validate(value)) return { kind: "fits" };
  } catch {
    return { kind: "unusable" };
  }
  const [error] = validate.errors ?? [];
  return { kind: "misfits", path: error?.instancePath ?? "", message: error?.message ?? "does not fit the schema" };
}

parentPort?.on("message", (job: SchemaJob) => {
  const validate = validatorOf(job);
  parentPort?.postMessage({ id: job.id, kind: "compiled" });
  parentPort?.postMessage({ id: job.id, ...judge(validate, JSON.parse(job.text)) });
});
parentPort?.postMessage(SCHEMA_WORKER_READY);
