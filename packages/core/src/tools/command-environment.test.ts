import { expect, test } from "vitest";
import { commandEnvironment } from "./command-environment.js";

test("commands get what a shell needs, and no key of Loop's own environment [PER-09]", () => {
  const environment = {
    PATH: "/bin",
    HOME: "/home/a",
    OPENAI_API_KEY: "secret",
    LOOP_SECRET: "secret",
    LANG: undefined,
  };
  expect(commandEnvironment(environment, "linux")).toEqual({ PATH: "/bin", HOME: "/home/a", TERM: "dumb" });
  expect(commandEnvironment({ PATH: "C:\\", TEMP: "C:\\t", GITHUB_TOKEN: "x" }, "win32")).toEqual({
    PATH: "C:\\",
    TEMP: "C:\\t",
    TERM: "dumb",
  });
});
