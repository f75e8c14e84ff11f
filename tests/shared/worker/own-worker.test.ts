import { afterEach, describe, expect, it, vi } from "vitest";

type Rules = { createScriptURL: (address: string) => string };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Loads the module as a browser does, with Trusted Types if there is `createPolicy`. */
async function load(createPolicy?: (name: string, rules: Rules) => Rules) {
  const started: unknown[][] = [];
  vi.stubGlobal("trustedTypes", createPolicy && { createPolicy });
  vi.stubGlobal(
    "Worker",
    class {
      constructor(...given: unknown[]) {
        started.push(given);
      }
    },
  );
  const { startWorker } = await import("@/shared/worker/own-worker");
  return { startWorker, started };
}

describe("A worker of our own", () => {
  it("starts as a module, also in a browser without Trusted Types", async () => {
    const { startWorker, started } = await load();
    startWorker("/assets/import.js");
    expect(started).toEqual([["/assets/import.js", { type: "module" }]]);
  });

  it("gets its URL from the only allowed policy, which accepts our own origin alone", async () => {
    const names: string[] = [];
    const { startWorker, started } = await load((name, rules) => {
      names.push(name);
      return rules;
    });
    startWorker("/assets/import.js");
    expect(names).toEqual(["own-worker"]);
    expect(started).toHaveLength(1);
    for (const foreign of [
      "https://evil.example/x.js",
      `blob:${location.origin}/x`,
      "data:text/javascript,1",
    ]) {
      expect(() => startWorker(foreign)).toThrow("Only scripts of the console itself");
    }
    expect(started).toHaveLength(1);
  });
});
