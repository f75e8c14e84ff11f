import { defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config.ts";

/** The projects of the test suite; `npm test` and `npm run check` choose among them. */
export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      restoreMocks: true,
      silent: "passed-only",
      // More than there are cores: a third of the time they wait for a clock, or for a browser.
      maxWorkers: "150%",
      // Databases start in many of them, on whatever machine this is: this only ends what hangs.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      projects: [
        {
          extends: true,
          test: {
            name: "unit",
            environment: "jsdom",
            environmentOptions: { jsdom: { url: "http://localhost:4100" } },
            setupFiles: "tests/support/setup-dom.ts",
            include: ["tests/{shared,entities}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "server",
            globalSetup: "tests/support/global-setup.ts",
            include: ["tests/server/**/*.test.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "screens",
            environment: "jsdom",
            environmentOptions: { jsdom: { url: "http://localhost:4100" } },
            setupFiles: "tests/support/setup-dom.ts",
            globalSetup: "tests/support/global-setup.ts",
            include: ["tests/{app,features}/**/*.test.{ts,tsx}"],
          },
        },
        {
          extends: true,
          test: {
            // One walk through every screen: the browser's part of `npm test`.
            name: "walk",
            include: ["tests/e2e/walk.test.ts"],
            globalSetup: "tests/e2e/global-setup.ts",
            testTimeout: 120_000,
            hookTimeout: 120_000,
            expect: { poll: { timeout: 20_000 } },
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: "e2e",
            include: ["tests/e2e/**/*.test.ts"],
            globalSetup: "tests/e2e/global-setup.ts",
            testTimeout: 120_000,
            hookTimeout: 120_000,
            // As patient as the browser's own waiting: a second is short on a busy machine.
            expect: { poll: { timeout: 20_000 } },
            // Browsers want the machine to themselves: after all others.
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: "faults",
            include: ["tests/faults/**/*.test.ts"],
            globalSetup: "tests/e2e/global-setup.ts",
            // `npm run faults` goes on for as long as it takes.
            testTimeout: process.env.FAULTS === "full" ? 14_400_000 : 240_000,
            hookTimeout: 120_000,
            expect: { poll: { timeout: 20_000 } },
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: "flaky-network",
            // The flows once more, over a bad line; what does not go through it is left out.
            include:
              process.env.FAULTS === "full"
                ? ["tests/e2e/**/*.test.ts"]
                : ["tests/e2e/walk.test.ts"],
            exclude: ["tests/e2e/{crash,docs,start}.test.ts"],
            env: { FLAKY_NETWORK: process.env.FLAKY_NETWORK ?? "1" },
            globalSetup: "tests/e2e/global-setup.ts",
            testTimeout: 240_000,
            hookTimeout: 120_000,
            expect: { poll: { timeout: 60_000 } },
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  }),
);
