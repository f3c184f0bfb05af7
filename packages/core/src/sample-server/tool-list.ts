import type { ArgumentRule } from "./tool-arguments.js";

export type ToolName = "echo" | "clock" | "notes_add" | "notes_list" | "notes_clear" | "picture" | "slow" | "fail";

/** What `tools/list` says about a tool. */
export interface ToolDeclaration {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: { readonly [name: string]: ArgumentRule };
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  readonly outputSchema?: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
}

type Effect = "reads" | "adds" | "destroys";

function hints(effect: Effect): ToolDeclaration["annotations"] {
  return {
    readOnlyHint: effect === "reads",
    destructiveHint: effect === "destroys",
    idempotentHint: effect !== "adds",
    openWorldHint: false,
  };
}

function input(
  properties: { readonly [name: string]: ArgumentRule } = {},
  required: readonly string[] = [],
): ToolDeclaration["inputSchema"] {
  return { type: "object", properties, required, additionalProperties: false };
}

function output(properties: { readonly [name: string]: unknown }): NonNullable<ToolDeclaration["outputSchema"]> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const NOTE = output({
  number: { type: "integer", minimum: 1, description: "Its place in the order of adding." },
  text: { type: "string" },
  addedAt: { type: "string", description: "ISO 8601 time." },
});

export const TOOLS: readonly ToolDeclaration[] = [
  {
    name: "echo",
    title: "Echo",
    description: "Answers with the text it was given. Good for a first try.",
    inputSchema: input({ text: { type: "string", description: "The text to send back.", maxLength: 100_000 } }, [
      "text",
    ]),
    annotations: hints("reads"),
  },
  {
    name: "clock",
    title: "Clock",
    description: "Tells the date and time, in the computer's time zone or in another one.",
    inputSchema: input({
      timezone: {
        type: "string",
        description: "A time zone by its IANA name, such as Europe/Berlin. Left out: the computer's own.",
        minLength: 1,
        maxLength: 64,
      },
    }),
    outputSchema: output({
      utc: { type: "string", description: "ISO 8601 time in UTC." },
      timezone: { type: "string", description: "IANA name of the time zone." },
      local: { type: "string", description: "Date and time in that zone, for people." },
    }),
    annotations: { ...hints("reads"), idempotentHint: false },
  },
  {
    name: "notes_add",
    title: "Add a note",
    description: "Keeps a note until this server stops. Nothing is written to disk.",
    inputSchema: input({ text: { type: "string", description: "The note.", minLength: 1, maxLength: 2_000 } }, [
      "text",
    ]),
    outputSchema: output({ note: NOTE, count: { type: "integer", minimum: 1, description: "Notes kept now." } }),
    annotations: hints("adds"),
  },
  {
    name: "notes_list",
    title: "List the notes",
    description: "Shows every note that is kept, oldest first.",
    inputSchema: input(),
    outputSchema: output({ notes: { type: "array", items: NOTE } }),
    annotations: hints("reads"),
  },
  {
    name: "notes_clear",
    title: "Clear the notes",
    description: "Removes every note. They cannot be brought back.",
    inputSchema: input(),
    outputSchema: output({ removed: { type: "integer", minimum: 0, description: "How many notes were removed." } }),
    annotations: hints("destroys"),
  },
  {
    name: "picture",
    title: "Picture",
    description: "Draws a small picture and answers with it as a PNG image.",
    inputSchema: input({
      size: { type: "integer", description: "Width and height in pixels.", minimum: 16, maximum: 256, default: 64 },
    }),
    annotations: hints("reads"),
  },
  {
    name: "slow",
    title: "Take a while",
    description: "Waits for the given time, reports progress meanwhile, and can be cancelled.",
    inputSchema: input(
      { seconds: { type: "number", description: "How long to wait, in seconds.", minimum: 1, maximum: 50 } },
      ["seconds"],
    ),
    annotations: hints("reads"),
  },
  {
    name: "fail",
    title: "Fail",
    description: "Always answers with an error. Shows what a failing tool looks like.",
    inputSchema: input({
      message: { type: "string", description: "The words of the error.", minLength: 1, maxLength: 1_000 },
    }),
    annotations: hints("reads"),
  },
];
