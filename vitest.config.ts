import { defineConfig, mergeConfig } from "vitest/config";
import { endReporter } from "./tests/support/end-reporter.ts";
import { replacingTests } from "./tests/support/replacing-tests.ts";
import viteConfig from "./vite.config.ts";

/**
 * The seed of the random tests: always the same, so that only a change of the code changes a result.
 * `npm run test:all` draws one for each run. The workers inherit it.
 */
process.env.TEST_SEED ??= "1";

/**
 * Files share a process: loading the code again for each takes more time than most of them. What a
 * test leaves behind, the next one has to live with, as in a console that is open all day.
 */
const shared = { isolate: false } as const;

const jsdom = {
  environment: "jsdom",
  environmentOptions: { jsdom: { url: "http://localhost:4100" } },
  setupFiles: "tests/support/setup-dom.ts",
} as const;

/**
 * Left out on PostgreSQL, because no database changes them: tests that start servers with data folders
 * of their own, or look at inputs, logs, the network and what other services answer.
 */
const sameOnPostgres = process.env.TEST_DATABASE_URL
  ? [
      "tests/server/{contract/every-call,features/sale-rotator/sale-model}.long.test.ts",
      "tests/server/process/{no-connections,start,stop}.long.test.ts",
      "tests/server/live/!(at-most-once.long|outbox|compose).test.ts",
    ]
  : [];

/** Browsers want the machine to themselves: after all others. A late one has three tries. */
const browser = {
  retry: 2,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  sequence: { groupOrder: 1 },
} as const;

/** The projects of the test suite; `npm test` and `npm run check` choose among them. */
export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      restoreMocks: true,
      silent: "passed-only",
      // `npm run test:all` reads the counts of a part from the file of this name.
      reporters: [
        "default",
        endReporter,
        ...(process.env.TEST_REPORT
          ? [["json", { outputFile: process.env.TEST_REPORT }] as const]
          : []),
      ],
      globalSetup: "tests/support/global-setup.ts",
      // A file keeps a core busy: with more of them than cores, browsers are late.
      maxWorkers: "100%",
      tags: [
        {
          name: "clock",
          description: "Depends on the date, on the machine's speed, or on another process's time.",
        },
        {
          name: "peers",
          description: "Asks a real program or server of others, which has to be installed.",
        },
      ],
      // Databases start in many of them, on whatever machine this is: this only ends what hangs.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      // Waiting costs a passing test nothing, and a second is short on a busy machine.
      expect: { poll: { timeout: 60_000 } },
      projects: [
        {
          extends: true,
          test: {
            // Pure rules wherever they are, and the parts that know nothing of the product.
            name: "unit",
            ...jsdom,
            ...shared,
            include: [
              "tests/*.test.ts",
              "tests/{app,entities,features,shared}/**/*.test.ts",
              "tests/shared/**/*.test.tsx",
            ],
            exclude: replacingTests.inBrowser,
          },
        },
        {
          extends: true,
          test: {
            name: "server",
            ...shared,
            include: ["tests/server/**/*.test.ts"],
            exclude: ["**/*.long.test.ts", ...replacingTests.onServer, ...sameOnPostgres],
          },
        },
        {
          extends: true,
          test: {
            // What takes minutes: tables of 100,000 rows, and hundreds of random histories.
            name: "long",
            include: ["tests/**/*.long.test.ts"],
            exclude: sameOnPostgres,
            testTimeout: 600_000,
            hookTimeout: 600_000,
          },
        },
        {
          extends: true,
          test: {
            // What renders: named .tsx.
            name: "screens",
            ...jsdom,
            ...shared,
            include: ["tests/{app,example-slice,features}/**/*.test.tsx"],
            exclude: replacingTests.inBrowser,
          },
        },
        {
          extends: true,
          test: {
            name: "screens-alone",
            ...jsdom,
            include: replacingTests.inBrowser,
          },
        },
        {
          extends: true,
          test: {
            name: "server-alone",
            include: replacingTests.onServer,
          },
        },
        {
          extends: true,
          test: {
            // What only the build and a browser show: their part of `npm test`.
            ...browser,
            name: "built",
            include: ["tests/e2e/gate/*.test.ts"],
          },
        },
        {
          extends: true,
          test: {
            ...browser,
            name: "e2e",
            include: ["tests/e2e/**/*.test.ts"],
            exclude: ["tests/e2e/{images,other-browsers/**/*}.test.ts"],
          },
        },
        {
          extends: true,
          test: { ...browser, name: "pictures", include: ["tests/e2e/images.test.ts"] },
        },
        ...["firefox", "webkit"].map((name) => ({
          extends: true as const,
          test: {
            ...browser,
            name,
            include: [`tests/e2e/other-browsers/${name}.test.ts`],
          },
        })),
        {
          extends: true,
          test: {
            ...browser,
            name: "faults",
            include: ["tests/faults/**/*.test.ts"],
            // `npm run faults` goes on for as long as it takes.
            testTimeout: process.env.FAULTS === "full" ? 14_400_000 : 600_000,
          },
        },
        {
          extends: true,
          test: {
            ...browser,
            name: "flaky-network",
            // The flows once more, over a bad line; what does not go through it is left out.
            include:
              process.env.FAULTS === "full"
                ? ["tests/e2e/**/*.test.ts"]
                : ["tests/e2e/gate/walk.test.ts"],
            exclude: [
              "tests/e2e/{crash,docs,images,live-*,own-backend,gate/build,gate/product-constants,gate/start}.test.ts",
              "tests/e2e/other-browsers/**",
            ],
            env: { FLAKY_NETWORK: process.env.FLAKY_NETWORK ?? "1" },
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  }),
);
