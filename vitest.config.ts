import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "packages/*/src/**/*.test.tsx", "scripts/**/*.test.mjs"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Real processes on a machine that stutters get one more try; what fails twice is broken.
    retry: process.env.CI === "true" ? 1 : 0,
    pool: "forks",
    maxWorkers: 2,
  },
});
