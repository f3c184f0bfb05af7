import { defineConfig } from "vitest/config";

/** Parts of the system that `npm test` did not find; a suite named `….<part>.e2e.ts` needs that part. */
const missing = (process.env.LOOP_TEST_MISSING ?? "").split(",").filter(Boolean);

export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    exclude: missing.map((part) => `e2e/**/*.${part}.e2e.ts`),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env.CI === "true" ? 1 : 0,
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
  },
});
