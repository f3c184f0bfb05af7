import { expect, test } from "vitest";
import { whyAsked } from "./builtin-words.js";

test("the card of a command says why it is asked, and the next step where there is one [PER-09]", () => {
  expect(whyAsked({ state: "none", reason: "sandbox-missing" })).toBe(
    "No sandbox holds commands on this computer. The sandbox program is not installed. " +
      "Install bubblewrap (bwrap), then start Loop again. Until then each command is asked.",
  );
  expect(whyAsked({ state: "partial", reason: "sandbox-no-processes" })).toContain("only in part");
  expect(whyAsked(null)).toContain("not been tried yet");
  expect(whyAsked(undefined)).toContain("not been tried yet");
});
