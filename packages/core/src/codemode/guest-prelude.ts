/**
 * Runs inside the sandbox before every script and defines all a script can reach. It is guest code: it holds no host
 * object, only four functions that take and give strings, which it captures and removes from the global object.
 * Built-ins are captured, not frozen: frozen prototypes break ordinary scripts.
 */
export const GUEST_PRELUDE = String.raw`(function (global) {
  "use strict";
  const { parse, stringify } = JSON;
  const { defineProperty, getPrototypeOf, create } = Object;
  const uncurried = (method) => Function.prototype.call.bind(method);
  const slice = uncurried(String.prototype.slice), trimStart = uncurried(String.prototype.trimStart);
  const asString = String, isArray = Array.isArray, PlainError = Error, PlainTypeError = TypeError;
  const hostRequest = global.__request, hostEmit = global.__emit, hostLog = global.__log, hostEnd = global.__end;
  const namespaces = parse(global.__namespaces);
  for (const name of ["__request", "__emit", "__log", "__end", "__namespaces"]) delete global[name];

  class ToolError extends PlainError {
    constructor(details) {
      super(details.message);
      this.code = details.code;
      this.path = details.path;
      if (details.data !== undefined) this.data = details.data;
    }
  }
  defineProperty(ToolError.prototype, "name", { value: "ToolError", writable: true, configurable: true });

  const plain = (key, value) => (typeof value === "bigint" ? asString(value) : value);
  const toJson = (value) => {
    const text = stringify(value, plain);
    return text === undefined ? "null" : text;
  };
  const invalid = (message) => new ToolError({ code: "invalid_input", path: "", message });
  const jsonOrText = (text) => {
    const first = trimStart(slice(text, 0, 100))[0];
    if (first !== "{" && first !== "[") return text;
    try {
      return parse(text);
    } catch (error) {
      return text;
    }
  };
  const ask = async (kind, payload) => {
    let text;
    try {
      text = toJson(payload);
    } catch (error) {
      throw invalid("the arguments cannot be written as JSON");
    }
    const reply = await hostRequest(kind, text);
    if (reply[0] === "=") return jsonOrText(slice(reply, 1));
    const answer = parse(reply);
    if (answer.error !== undefined) throw new ToolError(answer.error);
    return answer.value;
  };

  const callTool = (path, input) => ask("call", { path: asString(path), input: input === undefined ? {} : input });
  const hidden = (key) => typeof key === "symbol" || key === "then" || key === "toJSON";
  const readOnly = { set: () => false, defineProperty: () => false, deleteProperty: () => false };
  const namespaceProxy = (namespace) =>
    new Proxy(create(null), {
      ...readOnly,
      get: (target, key) => (hidden(key) ? undefined : (input) => callTool(namespace + "." + key, input)),
    });
  const tools = new Proxy(create(null), {
    ...readOnly,
    get: (target, key) => (hidden(key) ? undefined : namespaceProxy(key)),
    has: (target, key) => namespaces.includes(key),
    ownKeys: () => namespaces,
    getOwnPropertyDescriptor: (target, key) =>
      namespaces.includes(key)
        ? { value: namespaceProxy(key), enumerable: true, configurable: true, writable: true }
        : undefined,
  });

  const emit = (value) => {
    if (typeof value === "string") return hostEmit(toJson({ text: value }));
    if (value !== null && typeof value === "object" && typeof value.ref === "string" && value.type === "image") {
      return hostEmit(toJson({ ref: value.ref }));
    }
    const text = stringify(value, plain, 1);
    hostEmit(toJson({ text: text === undefined ? asString(value) : text }));
  };

  const show = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof PlainError) return asString(value.name) + ": " + asString(value.message);
    try {
      const text = stringify(value, plain);
      return text === undefined ? asString(value) : text;
    } catch (error) {
      return "[value]";
    }
  };
  const log = (...values) => hostLog(values.map(show).join(" "));
  const console = { log, info: log, warn: log, error: log, debug: log };

  const api = {
    ToolError,
    tools,
    callTool,
    emit,
    console,
    searchTools: (query, options) => ask("search", { query, options: options === undefined ? {} : options }),
    describeNamespace: (name, options) =>
      ask("namespace", { name: asString(name), options: options === undefined ? {} : options }),
    describeTool: (path, options) =>
      ask("tool", { path: asString(path), options: options === undefined ? {} : options }),
    sleep: (ms) => ask("sleep", { ms }),
  };
  for (const name in api) defineProperty(global, name, { value: api[name], writable: true, configurable: true });

  const blocked = function () {
    throw new PlainTypeError("code cannot be made from text in a script");
  };
  const kinds = [function () {}, async function () {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    defineProperty(getPrototypeOf(kind), "constructor", { value: blocked, writable: false, configurable: false });
  }
  blocked.prototype = getPrototypeOf(blocked);
  global.Function = blocked;
  for (const name of ["eval", "performance", "atob", "btoa", "queueMicrotask", "DOMException", "WebAssembly"]) {
    delete global[name];
  }

  const safely = (read, fallback) => {
    try {
      return slice(asString(read()), 0, 2000);
    } catch (error) {
      return fallback;
    }
  };
  const describe = (error) => {
    const isObject = error !== null && typeof error === "object";
    return {
      name: isObject ? safely(() => error.name, "Error") : "Error",
      message: isObject ? safely(() => error.message, "") : safely(() => show(error), ""),
      stack: isObject ? safely(() => error.stack, "") : "",
    };
  };
  return (promise) =>
    promise.then(
      (value) => {
        try {
          if (value !== undefined) emit(value);
          hostEnd(true, "{}");
        } catch (error) {
          hostEnd(false, toJson(describe(error)));
        }
      },
      (error) => hostEnd(false, toJson(describe(error))),
    );
})(globalThis)`;
