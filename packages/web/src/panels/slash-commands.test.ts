import { expect, test } from "vitest";
import { matchingCommands } from "./slash-commands.js";

const commands = ["new", "json", "keyboard"].map((name) => ({ name, says: "", run: () => {} }));
const names = (text: string) => matchingCommands(text, commands).map(({ name }) => name);

test("a slash offers every command, its beginning those that are left", () => {
  expect(names("/")).toEqual(["new", "json", "keyboard"]);
  expect(names("/K")).toEqual(["keyboard"]);
  expect(names("/json")).toEqual(["json"]);
});

test("anything that is more than the beginning of a command is a message", () => {
  for (const text of ["", "new", "a /new", "/etc/hosts", "/new words", "/unknown", "/new\n"])
    expect(names(text), text).toEqual([]);
});
