import { root, run } from "./project.mjs";

/** Runs Vitest once, with arguments of its command line. @returns its exit code */
export const vitest = (given, environment = {}) =>
  run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...given], {
    cwd: root,
    // With NODE_ENV=production React would leave out what its tests need.
    env: { ...process.env, NODE_ENV: "test", ...environment },
  });
