// The manifest of a package as it is published: without what only this repository needs, with what it carries along.
import { PlainError } from "./prepare.mjs";

const NOT_PUBLISHED = new Set(["scripts", "devDependencies", "private"]);

/** Names in `dependencies` that are workspaces of ours, those of those included; `manifests` maps a name to a manifest. */
export function bundledNames(manifest, manifests, found = new Set()) {
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const workspace = manifests.get(name);
    if (workspace === undefined || found.has(name)) continue;
    found.add(name);
    bundledNames(workspace, manifests, found);
  }
  return [...found].sort();
}

/**
 * What a bundled workspace needs from others becomes the package's own dependency: an installer need not look inside a
 * bundle. Throws a PlainError where the two want different versions.
 */
export function publishedManifest(manifest, bundled) {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !NOT_PUBLISHED.has(key)));
  const dependencies = { ...manifest.dependencies };
  for (const workspace of bundled) {
    for (const [name, version] of Object.entries(workspace.dependencies ?? {})) {
      const own = dependencies[name] ?? version;
      if (own !== version) {
        throw new PlainError(
          `${manifest.name} wants ${name} ${own} and ${workspace.name} wants ${version}. Make them equal.`,
        );
      }
      dependencies[name] = own;
    }
  }
  const sorted = Object.entries(dependencies).sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    ...kept,
    dependencies: Object.fromEntries(sorted),
    ...(bundled.length === 0 ? {} : { bundleDependencies: bundled.map(({ name }) => name) }),
  };
}
