import { configDefaults, defineConfig } from "vitest/config";

/** Parts of the system that `npm test` did not find; a suite named `….<part>.test.ts` needs that part. */
const missing = (process.env.LOOP_TEST_MISSING ?? "").split(",").filter(Boolean);

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "packages/*/src/**/*.test.tsx", "scripts/**/*.test.mjs"],
    exclude: [...configDefaults.exclude, ...missing.map((part) => `packages/*/src/**/*.${part}.test.ts`)],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real processes on a machine that stutters get one more try; what fails twice is broken.
    retry: process.env.CI === "true" ? 1 : 0,
    pool: "forks",
    maxWorkers: 2,
  },
});
