import { openStores } from "@loop/stores";
import { expect, onTestFinished, test } from "vitest";
import { checkSecretFingerprint } from "./secret-fingerprint.js";
import { InstanceSecret } from "./secrets/instance-secret.js";
import { failureLine } from "./start-failure.js";

const print = (text: string) => new InstanceSecret(text).fingerprint;
const [one, two, three] = [print("the first secret"), print("the second secret"), print("the third secret")];

async function open() {
  const stores = await openStores({ file: ":memory:" });
  onTestFinished(() => stores.close());
  return stores;
}

test("the first start keeps its secret's fingerprint, and a start with another secret is refused", async () => {
  const stores = await open();
  await checkSecretFingerprint(stores, [one]);
  await checkSecretFingerprint(stores, [one]);
  const refused = checkSecretFingerprint(stores, [two]);
  await expect(refused).rejects.toMatchObject({ code: "secret-wrong", subject: null });
  expect(await refused.catch(failureLine)).toBe(
    "LOOP_SECRET is not the secret that this database was made with. Give Loop the earlier secret; without it, saved tokens and keys cannot be read.",
  );
  await checkSecretFingerprint(stores, [one]);
});

test("a new secret in front of the earlier one takes its place, and the earlier one alone is refused from then on", async () => {
  const stores = await open();
  await checkSecretFingerprint(stores, [one]);
  await checkSecretFingerprint(stores, [two, one]);
  await expect(checkSecretFingerprint(stores, [one])).rejects.toMatchObject({ code: "secret-wrong" });
  await checkSecretFingerprint(stores, [two]);
});

test("of two first starts at once with different secrets one is refused", async () => {
  const stores = await open();
  const starts = await Promise.allSettled(
    [one, three].map((fingerprint) => checkSecretFingerprint(stores, [fingerprint])),
  );
  expect(starts.map((start) => start.status).sort()).toEqual(["fulfilled", "rejected"]);
});
