import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InstanceSecret } from "./instance-secret.js";
import { createSealer, type SealedPlace } from "./seal.js";

const secretOf = (name: string) => new InstanceSecret(`${name}-${"x".repeat(32)}`);
const [first, second] = [secretOf("first"), secretOf("second")];
const place: SealedPlace = { table: "servers", rowId: "s1", column: "token", accountId: "a1" };
const wrongKey = { ok: false, reason: "wrong-key" };

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const places = fc.record({ table: text, rowId: text, column: text, accountId: text });

describe("a sealed value", () => {
  test("opens where it was sealed, and is stored as version, key, nonce and text [SRV-05]", () => {
    const sealer = createSealer([first], () => Buffer.alloc(12, 1));
    const sealed = sealer.seal("token of a server", place);
    expect(sealed).toMatch(new RegExp(`^v1\\.${first.fingerprint}\\.AQEBAQEBAQEBAQEB\\.[A-Za-z0-9_-]{44}$`));
    expect(sealer.open(sealed, place)).toEqual({ ok: true, value: "token of a server" });
  });

  test("is what it was, for any text at any place, and never twice the same [SRV-05]", () => {
    const sealer = createSealer([first]);
    fc.assert(
      fc.property(text, places, (value, where) => {
        const sealed = sealer.seal(value, where);
        expect(sealer.open(sealed, where)).toEqual({ ok: true, value });
        expect(sealer.seal(value, where)).not.toBe(sealed);
      }),
      { numRuns: 300 },
    );
  });

  test("opens at no other row, column, table or account [SRV-05]", () => {
    const sealer = createSealer([first]);
    fc.assert(
      fc.property(places, places, (where, elsewhere) => {
        fc.pre(JSON.stringify(where) !== JSON.stringify(elsewhere));
        expect(sealer.open(sealer.seal("token", where), elsewhere)).toEqual(wrongKey);
      }),
      { numRuns: 300 },
    );
    // Parts are not run together.
    const sealed = sealer.seal("token", { ...place, table: "a", rowId: "b|c" });
    expect(sealer.open(sealed, { ...place, table: "a|b", rowId: "c" })).toEqual(wrongKey);
  });

  test("with any one character changed does not open, and nothing throws [SRV-05]", () => {
    const sealer = createSealer([first]);
    const sealed = sealer.seal("a token", place);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(..."AZaz09_-.~ é"), (index, character) => {
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1);
        fc.pre(changed !== sealed);
        expect(sealer.open(changed, place)).toEqual(wrongKey);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.string(), (garbage) => {
        expect(sealer.open(garbage, place)).toEqual(wrongKey);
      }),
    );
    for (const cut of [0, 1, 10, 25, 45, sealed.length - 1]) {
      expect(sealer.open(sealed.slice(0, cut), place)).toEqual(wrongKey);
    }
  });

  test("nonces do not repeat and are random [SRV-05]", () => {
    const sealer = createSealer([first]);
    const nonces = new Set(Array.from({ length: 2_000 }, () => sealer.seal("t", place).split(".")[2]));
    expect(nonces.size).toBe(2_000);
  });
});

describe("rotation", () => {
  test("the first secret seals, all of them open, one that is gone opens nothing [SRV-05]", () => {
    const old = createSealer([first]).seal("kept", place);
    const both = createSealer([second, first]);
    expect(both.open(old, place)).toEqual({ ok: true, value: "kept" });
    const fresh = both.seal("new", place);
    expect(fresh).toContain(second.fingerprint);
    expect(createSealer([second]).open(fresh, place)).toEqual({ ok: true, value: "new" });
    expect(createSealer([second]).open(old, place)).toEqual(wrongKey);
  });

  test("sealing again moves a value to the first secret once, and leaves what it cannot open [SRV-05]", () => {
    const old = createSealer([first]).seal("kept", place);
    const both = createSealer([second, first]);
    const moved = both.reseal(old, place);
    if (!moved.ok) throw new Error("it did not open");
    expect(moved.isChanged).toBe(true);
    expect(createSealer([second]).open(moved.sealed, place)).toEqual({ ok: true, value: "kept" });
    expect(both.reseal(moved.sealed, place)).toEqual({ ok: true, sealed: moved.sealed, isChanged: false });
    expect(createSealer([second]).reseal(old, place)).toEqual(wrongKey);
    expect(both.reseal(old, { ...place, rowId: "s2" })).toEqual(wrongKey);
  });
});

describe("an instance secret", () => {
  test("is in nothing that prints, logs or writes it", () => {
    const canary = randomBytes(24).toString("hex");
    const secret = new InstanceSecret(canary);
    const sealer = createSealer([secret]);
    const seen = [
      inspect(secret, { showHidden: true, depth: 9 }),
      JSON.stringify(secret),
      String(secret),
      inspect(sealer),
    ];
    expect(seen.join("\n")).not.toContain(canary);
    expect(secret.fingerprint).not.toContain(canary.slice(0, 8));
  });

  test("gives the same set-up code and keys each time, and other secrets others", () => {
    // Found with another program: openssl dgst -sha256 -hmac <secret>, then base32.
    const known = new InstanceSecret("0123456789abcdef0123456789abcdef");
    expect(known.setupCode()).toBe("2MJMAV4Y23ZQR7L6GLGX");
    expect(known.setupCode()).toMatch(/^[A-Z2-7]{20}$/);
    expect(first.setupCode()).not.toBe(second.setupCode());
    expect(first.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(first.fingerprint).not.toBe(second.fingerprint);
    expect(first.deriveKey("tokens v1", 32)).toEqual(secretOf("first").deriveKey("tokens v1", 32));
    expect(first.deriveKey("tokens v1", 32)).not.toEqual(first.deriveKey("other v1", 32));
  });
});
