import { expect, test } from "vitest";
import { emptyEntry, newAccountProblems, signInProblems } from "./entry-fields.js";

const good = { name: "Maren", password: "a long sentence", again: "a long sentence", code: "c" };

test("a new account needs a name, one password twice, and the code where one is wanted", () => {
  expect(newAccountProblems(good, true)).toEqual({});
  expect(newAccountProblems({ ...good, code: "" }, false)).toEqual({});
  expect(Object.keys(newAccountProblems(emptyEntry, true))).toEqual(["name", "password", "code"]);
  expect(newAccountProblems({ ...good, again: "another" }, true)).toEqual({ again: "The two passwords differ." });
  expect(newAccountProblems({ ...good, password: "short", again: "short" }, true)).toEqual({
    password: "A password needs at least 8 characters.",
  });
});

test("signing in asks for no length: an old password may be short", () => {
  expect(signInProblems({ ...emptyEntry, name: "Maren", password: "x" })).toEqual({});
  expect(Object.keys(signInProblems(emptyEntry))).toEqual(["name", "password"]);
});
