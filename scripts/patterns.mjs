// Regular expressions over import specifiers, for an engine without look-around.

const escapeText = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const escapeInClass = (character) => character.replace(/[\\\]^[&~-]/g, "\\$&");

/** Matches any of the names; `name/*` takes its subpaths too. */
export function anyOf(names) {
  const whole = names.map((name) =>
    name.endsWith("/*") ? `${escapeText(name.slice(0, -2))}(/.*)?` : escapeText(name),
  );
  return `^(${whole.join("|")})$`;
}

/** Matches a path that leads up and into a folder, unless it ends at one of the spared files there. */
export function intoFolder(folder, sparedFiles) {
  const tree = newNode();
  for (const file of sparedFiles) addName(tree, `${file}.js`);
  return `^\\.\\.?/(.*/)?${escapeText(folder)}/${withoutNode(tree)}`;
}

/** Matches everything but the names; `name/*` spares its subpaths, `prefix*` whatever starts so. */
export function anythingBut(names) {
  const tree = newNode();
  for (const name of names) addName(tree, name);
  return `^${withoutNode(tree)}`;
}

const newNode = () => ({ next: new Map(), isEnd: false, sparesSubpaths: false, sparesRest: false });

function addName(tree, name) {
  const [stem, kind] = name.endsWith("/*")
    ? [name.slice(0, -2), "subpaths"]
    : name.endsWith("*")
      ? [name.slice(0, -1), "rest"]
      : [name, "exact"];
  let node = tree;
  for (const character of stem) {
    if (!node.next.has(character)) node.next.set(character, newNode());
    node = node.next.get(character);
  }
  node.isEnd = true;
  node.sparesSubpaths ||= kind === "subpaths";
  node.sparesRest ||= kind === "rest";
}

/** What may follow this prefix of a spared name so that the whole is no spared name any more. */
function withoutNode(node) {
  if (node.sparesRest) return "[^\\s\\S]";
  const followers = [...node.next.keys()].sort();
  const spared = node.sparesSubpaths ? [...followers, "/"] : followers;
  const branches = followers
    .filter((character) => !(node.sparesSubpaths && character === "/"))
    .map((character) => `${escapeText(character)}${withoutNode(node.next.get(character))}`);
  if (!node.isEnd) branches.unshift("$");
  branches.push(spared.length > 0 ? `[^${spared.map(escapeInClass).join("")}]` : "[\\s\\S]");
  return branches.length > 1 ? `(?:${branches.join("|")})` : branches[0];
}
