import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { describe, expect, test } from "vitest";
import { failureLine, StartFailure } from "../start-failure.js";
import { readInstanceSecrets } from "./read-secrets.js";

const canary = "canary-secret-that-nobody-may-ever-see";

async function failureOf(value: string | undefined, dataDir = makeTempDir("secrets")): Promise<string> {
  try {
    await readInstanceSecrets({ value, dataDir });
    return "(it did not fail)";
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    expect(failureLine(error)).not.toContain("canary");
    return error.code;
  }
}

const fingerprintsOf = async (value: string | undefined, dataDir = makeTempDir("secrets")) =>
  (await readInstanceSecrets({ value, dataDir })).map((secret) => secret.fingerprint);

describe("LOOP_SECRET", () => {
  test("one or several, the first first, and no file is made [SRV-05]", async () => {
    const dataDir = makeTempDir("secrets");
    const [one, two] = [`${canary}-1`, `${canary}-2`];
    const [first] = await fingerprintsOf(one, dataDir);
    const [second] = await fingerprintsOf(two, dataDir);
    expect(await fingerprintsOf(` ${two} , ${one} `, dataDir)).toEqual([second, first]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    ["too short", "canary"],
    ["one of them too short", `${canary},canary`],
    ["an empty entry", `${canary},`],
    ["one twice", `${canary},${canary}`],
  ])("%s does not start, and is not repeated in words [SRV-05]", async (_, value) => {
    expect(await failureOf(value)).toBe("secret-invalid");
  });
});

describe("<data dir>/secret", () => {
  test.each([undefined, "", "  "])(
    "is made for its owner alone and stays over restarts (LOOP_SECRET %j) [SRV-05]",
    async (value) => {
      const dataDir = makeTempDir("secrets");
      const made = await fingerprintsOf(value, dataDir);
      expect(readdirSync(dataDir)).toEqual(["secret"]);
      expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(dataDir, "secret"), "utf8")).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
      expect(await fingerprintsOf(value, dataDir)).toEqual(made);
      expect(await fingerprintsOf(value)).not.toEqual(made);
    },
  );

  test("that others may read is refused [SRV-05]", async () => {
    const dataDir = makeTempDir("secrets");
    await fingerprintsOf(undefined, dataDir);
    for (const mode of [0o644, 0o640, 0o604, 0o660]) {
      chmodSync(join(dataDir, "secret"), mode);
      expect(await failureOf(undefined, dataDir)).toBe("secret-file-exposed");
    }
  });

  test.runIf(process.geteuid?.() === 0)("of another user is refused [SRV-05]", async () => {
    const dataDir = makeTempDir("secrets");
    await fingerprintsOf(undefined, dataDir);
    chownSync(join(dataDir, "secret"), 12_345, 12_345);
    expect(await failureOf(undefined, dataDir)).toBe("secret-file-exposed");
  });

  test("that is a link, a folder or something else is refused and left alone [SRV-05]", async () => {
    const elsewhere = makeTempDir("secrets");
    await fingerprintsOf(undefined, elsewhere);
    const linked = makeTempDir("secrets");
    symlinkSync(join(elsewhere, "secret"), join(linked, "secret"));
    expect(await failureOf(undefined, linked)).toBe("secret-file-exposed");
    const folder = makeTempDir("secrets");
    mkdirSync(join(folder, "secret"), { mode: 0o700 });
    expect(await failureOf(undefined, folder)).toBe("secret-file-exposed");
    const torn = makeTempDir("secrets");
    writeFileSync(join(torn, "secret"), "canary", { mode: 0o600 });
    expect(await failureOf(undefined, torn)).toBe("secret-file-malformed");
    expect(readFileSync(join(torn, "secret"), "utf8")).toBe("canary");
  });

  test("that cannot be made says so and leaves nothing half made [SRV-05]", async () => {
    const dataDir = join(makeTempDir("secrets"), "absent");
    expect(await failureOf(undefined, dataDir)).toBe("data-dir-unreadable");
    expect(existsSync(dataDir)).toBe(false);
  });

  test("is for nobody else whatever mask the process runs under [SRV-05]", async () => {
    const before = process.umask(0);
    try {
      const dataDir = makeTempDir("secrets");
      await fingerprintsOf(undefined, dataDir);
      expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });
});
