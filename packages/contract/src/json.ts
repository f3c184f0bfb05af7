export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** A JSON Schema as a server sent it: 2020-12 or draft-07, boolean schemas included (CAT-03). */
export type JsonSchema = boolean | JsonObject;
