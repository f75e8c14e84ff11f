import type { Reporter } from "vitest/node";
import { documents, hasDocument } from "./documents.ts";

/** Says at the end of a run what must not be overlooked: repeated tests, and documents that are missing. */
export const endReporter: Reporter = {
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

    const names = Object.keys(documents) as (keyof typeof documents)[];
    const missing = names
      .filter((name) => !hasDocument(name))
      .map((name) => `  ${documents[name]}`);
    if (missing.length > 0) {
      const why = "Tests were left out, because these documents of others are not here:";
      console.log(["", why, ...missing, ""].join("\n"));
    }
  },
};
