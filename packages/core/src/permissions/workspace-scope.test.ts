import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import type { FileScope } from "./file-scope.js";
import { protectedPlaces } from "./protected-places.js";
import { openWorkspace, type Workspace } from "./workspace-scope.js";

const opened: Workspace[] = [];
afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.close();
});

interface Place {
  readonly top: string;
  readonly root: string;
  readonly dataDir: string;
  readonly installDir: string;
}

function makePlace(): Place {
  const top = makeTempDir("scope");
  const place = { top, root: join(top, "space"), dataDir: join(top, "data"), installDir: join(top, "install") };
  for (const folder of [place.root, place.dataDir, place.installDir, join(top, "outside")]) mkdirSync(folder);
  writeFileSync(join(place.dataDir, "token"), "the token");
  writeFileSync(join(place.installDir, "main.js"), "the program");
  writeFileSync(join(top, "outside", "secret"), "the secret");
  return place;
}

async function open(place: Place, root = place.root): Promise<Workspace> {
  const result = await openWorkspace({ root, places: protectedPlaces(place), clock: systemClock });
  if (!result.ok) throw new Error(result.code);
  opened.push(result.value);
  return result.value;
}

async function readText(scope: FileScope, path: string): Promise<string> {
  const result = await scope.readFile(path, { maxBytes: 1_000 });
  return result.ok ? result.value.bytes.toString() : result.code;
}

async function put(scope: FileScope, path: string, text: string): Promise<string> {
  const found = await scope.inspect(path);
  const expected = found.ok ? found.value.version : "absent";
  const result = await scope.writeFile(path, { bytes: Buffer.from(text), expected });
  return result.ok ? "written" : result.code;
}

function file(place: Place, path: string, text = "content"): void {
  mkdirSync(dirname(join(place.root, path)), { recursive: true });
  writeFileSync(join(place.root, path), text);
}

describe("paths", () => {
  test("files inside are read and written, by relative and by absolute path [PER-09]", async () => {
    const place = makePlace();
    const { readWrite } = await open(place);
    expect(await put(readWrite, "new/folder/file", "one")).toBe("written");
    expect(await readText(readWrite, "new/./x/../folder/file")).toBe("file-missing");
    expect(await readText(readWrite, "new/./folder/../folder/file")).toBe("one");
    expect(await put(readWrite, join(place.root, "new/folder/file"), "two")).toBe("written");
    expect(readFileSync(join(place.root, "new/folder/file"), "utf8")).toBe("two");
  });

  test.each(["../outside/secret", "a/../../outside/secret", "/etc/passwd", "..", "link", "folder/secret", "chain"])(
    "%s does not lead out [PER-09]",
    async (path) => {
      const place = makePlace();
      file(place, "a/file");
      symlinkSync("../outside/secret", join(place.root, "link"));
      symlinkSync(join(place.top, "outside"), join(place.root, "folder"));
      symlinkSync("a/../link", join(place.root, "chain"));
      const { readWrite } = await open(place);
      expect(await readText(readWrite, path)).toBe("path-outside");
      expect(await put(readWrite, path, "x")).toBe("path-outside");
      expect(readFileSync(join(place.top, "outside", "secret"), "utf8")).toBe("the secret");
      expect(readdirSync(join(place.top, "outside"))).toEqual(["secret"]);
    },
  );

  test("links inside are followed, relative and absolute, and written through [PER-09]", async () => {
    const place = makePlace();
    file(place, "a/b/file", "one");
    symlinkSync("../a/b/file", join(place.root, "a", "up"));
    symlinkSync(join(place.root, "a", "b"), join(place.root, "abs"));
    const { readWrite } = await open(place);
    expect(await readText(readWrite, "a/up")).toBe("one");
    expect(await put(readWrite, "abs/file", "two")).toBe("written");
    expect(await put(readWrite, "abs/../c", "three")).toBe("written");
    expect(readFileSync(join(place.root, "a/b/file"), "utf8")).toBe("two");
    expect(existsSync(join(place.root, "a/c"))).toBe(true);
  });

  test("links in a circle end as too many links [PER-09]", async () => {
    const place = makePlace();
    symlinkSync("two", join(place.root, "one"));
    symlinkSync("one", join(place.root, "two"));
    const { readOnly } = await open(place);
    expect(await readText(readOnly, "one")).toBe("too-many-links");
    expect(await readText(readOnly, "one/x")).toBe("too-many-links");
  });

  test("a pipe neither blocks nor is read, a folder is no file", async () => {
    const place = makePlace();
    execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', join(place.root, "pipe")]);
    const { readWrite } = await open(place);
    expect(await readText(readWrite, "pipe")).toBe("file-special");
    expect(await put(readWrite, "pipe", "x")).toBe("file-special");
    expect(await readText(readWrite, ".")).toBe("file-is-folder");
    expect(await put(readWrite, "new/", "x")).toBe("written");
    expect(await readText(readWrite, "new/file")).toBe("folder-is-file");
  });
});

describe("protected places", () => {
  test("Loop's data is neither read nor written, whatever leads to it [PER-09]", async () => {
    const place = makePlace();
    const { readWrite } = await open(place, place.top);
    symlinkSync(place.dataDir, join(place.root, "link"));
    symlinkSync("../data/token", join(place.root, "token"));
    linkSync(join(place.dataDir, "token"), join(place.root, "hard"));
    for (const path of ["data/token", "space/link/token", "space/token", "space/hard", "data", "data/new"]) {
      expect([path, await readText(readWrite, path)]).toEqual([path, "path-protected"]);
      expect([path, await put(readWrite, path, "x")]).toEqual([path, "path-protected"]);
    }
    expect(await readWrite.withFolder("data", async () => "in")).toEqual({ ok: false, code: "path-protected" });
    expect(readFileSync(join(place.dataDir, "token"), "utf8")).toBe("the token");
    expect(readdirSync(place.dataDir)).toEqual(["token"]);
  });

  test("only the workspace folder of Loop's data is let out [PER-09]", async () => {
    const place = makePlace();
    mkdirSync(join(place.dataDir, "workspace"));
    const inner = await open(place, join(place.dataDir, "workspace"));
    expect(await put(inner.readWrite, "file", "x")).toBe("written");
    const outer = await open(place, place.top);
    expect(await readText(outer.readWrite, "data/workspace/file")).toBe("x");
    expect(await put(outer.readWrite, "data/workspace/other", "x")).toBe("written");
    expect(await readText(outer.readWrite, "data/workspace/../token")).toBe("path-protected");
    const asRoot = { root: place.dataDir, places: protectedPlaces(place), clock: systemClock };
    expect(await openWorkspace(asRoot)).toEqual({ ok: false, code: "workspace-protected" });
    mkdirSync(join(place.dataDir, "keys"));
    expect(await openWorkspace({ ...asRoot, root: join(place.dataDir, "keys") })).toMatchObject({
      code: "workspace-protected",
    });
  });

  test("Loop's own program is read and never written, also as a workspace [PER-09]", async () => {
    const place = makePlace();
    const outer = await open(place, place.top);
    symlinkSync("../install", join(place.root, "link"));
    expect(await readText(outer.readWrite, "space/link/main.js")).toBe("the program");
    expect(await put(outer.readWrite, "space/link/main.js", "x")).toBe("path-protected");
    expect(await put(outer.readWrite, "install/deep/new", "x")).toBe("path-protected");
    expect(existsSync(join(place.installDir, "deep"))).toBe(false);
    const inner = await open(place, place.installDir);
    expect(inner.guard).toBe("read-only");
    expect(await put(inner.readWrite, "new", "x")).toBe("path-protected");
  });

  test.each([".git/hooks/pre-commit", ".git/config", "sub/deep/.git/hooks/x", ".GIT/Config", "link/hooks/x", ".git"])(
    "%s is never written [PER-09]",
    async (path) => {
      const place = makePlace();
      file(place, ".git/config", "settings");
      file(place, ".git/hooks/x", "hook");
      symlinkSync(".git", join(place.root, "link"));
      const { readWrite } = await open(place);
      expect(["path-protected", "file-is-folder"]).toContain(await put(readWrite, path, "x"));
      expect(await readText(readWrite, ".git/config")).toBe("settings");
      expect(readFileSync(join(place.root, ".git/hooks/x"), "utf8")).toBe("hook");
    },
  );

  test("the kernel's folders are out of reach, with the keys in its view of processes [PER-09]", async () => {
    const place = makePlace();
    symlinkSync("/proc/self", join(place.root, "me"));
    const { readOnly } = await open(place);
    expect(await readText(readOnly, "me/environ")).toBe("path-outside");
    const root = await openWorkspace({ root: "/", places: protectedPlaces(place), clock: systemClock });
    expect(root).toEqual({ ok: false, code: "workspace-protected" });
  });
});

describe("writing", () => {
  test("read only writes nothing and makes no folder [PER-09]", async () => {
    const place = makePlace();
    file(place, "file", "old");
    const { readOnly } = await open(place);
    expect(await put(readOnly, "file", "new")).toBe("workspace-read-only");
    expect(await put(readOnly, "made/file", "new")).toBe("workspace-read-only");
    expect(readdirSync(place.root)).toEqual(["file"]);
  });

  test("a file keeps its mode, and the other name of it keeps the old content", async () => {
    const place = makePlace();
    file(place, "script", "old");
    execFileSync("chmod", ["0750", join(place.root, "script")]);
    linkSync(join(place.root, "script"), join(place.top, "outside", "other"));
    const { readWrite } = await open(place);
    expect(await put(readWrite, "script", "new")).toBe("written");
    expect(statSync(join(place.root, "script")).mode & 0o777).toBe(0o750);
    expect(readFileSync(join(place.top, "outside", "other"), "utf8")).toBe("old");
    expect(readdirSync(place.root)).toEqual(["script"]);
  });

  test("a change by somebody else is not overwritten", async () => {
    const place = makePlace();
    file(place, "file", "old");
    const { readWrite } = await open(place);
    const found = await readWrite.inspect("file");
    file(place, "file", "theirs");
    const expected = found.ok ? found.value.version : "absent";
    expect(await readWrite.writeFile("file", { bytes: Buffer.from("mine"), expected })).toMatchObject({
      code: "file-changed",
    });
    expect(await readWrite.writeFile("file", { bytes: Buffer.from("mine"), expected: "absent" })).toMatchObject({
      code: "file-changed",
    });
    expect(readFileSync(join(place.root, "file"), "utf8")).toBe("theirs");
    expect(readdirSync(place.root)).toEqual(["file"]);
  });

  test("full access reaches everything by any path [PER-09]", async () => {
    const place = makePlace();
    const { unrestricted } = await open(place);
    symlinkSync("../outside", join(place.root, "link"));
    expect(await readText(unrestricted, "link/secret")).toBe("the secret");
    expect(await readText(unrestricted, join(place.dataDir, "token"))).toBe("the token");
    expect(await put(unrestricted, "../outside/new", "x")).toBe("written");
    expect(await put(unrestricted, "here", "x")).toBe("written");
    const folder = (path: string) => unrestricted.withFolder(path, async (found) => found.path);
    expect(await folder(".")).toEqual({ ok: true, value: "" });
    expect(await folder("../outside")).toEqual({ ok: true, value: join(place.top, "outside") });
  });
});
