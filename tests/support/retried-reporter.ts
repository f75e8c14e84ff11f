import type { Reporter } from "vitest/node";

/** Lists the repeated tests at the end of a run, so that none is overlooked. */
export const retriedReporter: Reporter = {
  onTestRunEnd(modules) {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const count = test.diagnostic()?.retryCount ?? 0;
        if (count === 0) return [];
        const { state } = test.result();
        return `  ${module.relativeModuleId} > ${test.fullName}: ${state} after ${count + 1} tries`;
      }),
    );
    if (retried.length > 0) console.log(["", "Repeated tests:", ...retried, ""].join("\n"));
  },
};
