import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { withTimeLimit } from "../../../server/kernel/time-limit.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns work that ends with its signal only. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

describe("A time limit", () => {
  it("ends the work, also after a garbage collection", async () => {
    const ended = withTimeLimit(200, new AbortController().signal, endless);
    const refused = expect(ended).rejects.toMatchObject({ name: "TimeoutError" });
    await new Promise(setImmediate);
    collectGarbage();
    await refused;
  });

  it("ends the work with the signal that it was given, with its reason", async () => {
    const given = new AbortController();
    const ended = withTimeLimit(60_000, given.signal, endless);
    given.abort(new Error("The operator has gone."));
    await expect(ended).rejects.toThrow("The operator has gone.");
    const late = withTimeLimit(60_000, given.signal, async (signal) => signal.aborted);
    expect(await late).toBe(true);
  });

  it("leaves work alone that ends in time", async () => {
    expect(await withTimeLimit(60_000, new AbortController().signal, async () => 7)).toBe(7);
  });
});
