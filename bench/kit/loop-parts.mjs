// Loop as it was installed from its tarball. Parts that are not public are reached by their files: they are measured, not used.
import { readFileSync } from "node:fs";

const entry = import.meta.resolve("@loop/core");

export const corePart = (path) => import(new URL(path, entry).href);

export function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), "utf8")).version;
}
