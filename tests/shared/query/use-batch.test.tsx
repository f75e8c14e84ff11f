import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { capabilities } from "@/shared/api/capabilities";
import { SafeError } from "@/shared/api/errors";
import { type Outcome, outcomeOf } from "@/shared/query/outcome";
import { useBatch } from "@/shared/query/use-batch";
import { clock } from "@/shared/time/clock";
import { holdTime, pass } from "../../support/held-time";

const post = { method: "POST", path: "x" } as const;
/** An answer with this status; `retryAfter` is in seconds. */
const refusal = (status: number, retryAfter?: number) =>
  outcomeOf(
    new SafeError({
      ...post,
      kind: "status",
      status,
      retryAfter: retryAfter === undefined ? undefined : retryAfter * 1_000,
    }),
  );
const offline = outcomeOf(new SafeError({ ...post, kind: "offline" }));
const ok: Outcome<null> = { kind: "ok", reply: null };

beforeEach(() => {
  holdTime();
  capabilities.announce(["idempotency"]);
  onTestFinished(() => capabilities.announce([]));
});

/**
 * Runs a batch of items whose answers come after 10 ms: those given, and then 'ok'. Returns what was
 * sent, each with the time in milliseconds.
 */
async function run(
  items: readonly string[],
  answers: Readonly<Record<string, readonly Outcome<null>[]>>,
  options?: Parameters<typeof useBatch>[0],
) {
  const begin = Date.now();
  const sent: string[] = [];
  const tries = new Map<string, number>();
  const { result } = renderHook(() => useBatch<string, null>(options));
  const { run: start } = result.current;
  await act(async () => {
    void start(items, async (item) => {
      sent.push(`${item} ${Date.now() - begin}`);
      const before = tries.get(item) ?? 0;
      tries.set(item, before + 1);
      await new Promise((resolve) => setTimeout(resolve, 10));
      return answers[item]?.[before] ?? ok;
    });
  });
  return {
    sent,
    /** The outcomes, each with its item; undefined while the batch runs. */
    ends: () => {
      const { batch } = result.current;
      return batch?.isRunning
        ? undefined
        : batch?.results.map(({ item, outcome }) => `${item} ${outcome.kind}`);
    },
    /** How long the batch still waits, in milliseconds. */
    wait: () => {
      const until = result.current.batch?.waitUntil;
      return until === undefined ? undefined : until - clock.now();
    },
    stop: () => act(async () => result.current.stop()),
  };
}

describe("A batch that the server asks to wait", () => {
  it("waits as asked and sends what was refused again, then the rest", async () => {
    const { sent, ends, wait } = await run(["a", "b", "c", "d", "e"], {
      a: [refusal(429, 3)],
      b: [refusal(429, 3)],
    });
    await pass(10);
    expect(wait()).toBe(3_000);
    await pass(2_999);
    expect(sent).toEqual(["a 0", "b 0", "c 0"]);
    await pass(1);
    expect(wait()).toBeUndefined();
    expect(sent.slice(3).toSorted()).toEqual(["a 3010", "b 3010", "d 3010"]);
    await pass(20);
    expect(ends()?.toSorted()).toEqual(["a ok", "b ok", "c ok", "d ok", "e ok"]);
  });

  it("sends nothing at once if a success and a refusal arrive together", async () => {
    const sent: string[] = [];
    let answer = () => {};
    const together = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { result } = renderHook(() => useBatch<string, null>());
    await act(async () => {
      void result.current.run(["a", "b", "c"], async (item) => {
        sent.push(item);
        await together;
        return item === "b" && sent.length === 3 ? refusal(429, 3) : ok;
      });
    });
    await act(async () => answer());
    await pass(2_999);
    expect(sent).toEqual(["a", "b", "c"]);
    await pass(1);
    expect(sent).toEqual(["a", "b", "c", "b"]);
  });

  it("waits for the longest of the times that were asked", async () => {
    const { sent, wait } = await run(["a", "b"], { a: [refusal(429, 2)], b: [refusal(429, 7)] });
    await pass(10);
    expect(wait()).toBe(7_000);
    await pass(7_000);
    expect(sent.slice(2).toSorted()).toEqual(["a 7010", "b 7010"]);
  });

  it("does not give up on a limit, and asks less often if its time is too short", async () => {
    const limit = refusal(429, 0);
    const { sent, ends } = await run(["a"], { a: [limit, limit, limit, limit, limit] });
    await pass(10 + 1_010 + 2_010 + 4_010 + 8_010 + 16_000);
    expect(sent).toEqual(["a 0", "a 1010", "a 3020", "a 7030", "a 15040", "a 31050"]);
    await pass(10);
    expect(ends()).toEqual(["a ok"]);
  });

  it("gives up on an item if no time is said, and goes on", async () => {
    const limit = refusal(429);
    const { ends } = await run(["a", "b"], { a: [limit, limit, limit] });
    await pass(60_000);
    expect(ends()).toEqual(["b ok", "a rejected"]);
  });

  it("ends at once on Stop, and counts what was refused as not sent", async () => {
    const { sent, ends, stop, wait } = await run(["a", "b", "c", "d"], {
      a: [refusal(429, 30)],
      b: [refusal(429, 30)],
    });
    await pass(10);
    expect(ends()).toBeUndefined();
    await stop();
    expect(ends()).toEqual(["c ok"]);
    expect(wait()).toBeUndefined();
    await pass(60_000);
    expect(sent).toEqual(["a 0", "b 0", "c 0"]);
  });

  it("sends nothing again that is refused after Stop", async () => {
    const { sent, ends, stop } = await run(["a", "b"], { a: [refusal(429, 5)] });
    await stop();
    await pass(60_000);
    expect(ends()).toEqual(["b ok"]);
    expect(sent).toHaveLength(2);
  });
});

describe("A batch whose server is unavailable for a time", () => {
  it("waits as asked, and does an item that may have been done again under its key", async () => {
    const { sent, ends } = await run(["a", "b"], { a: [refusal(503, 5)] });
    await pass(5_009);
    expect(sent).toEqual(["a 0", "b 0"]);
    await pass(11);
    expect(sent).toEqual(["a 0", "b 0", "a 5010"]);
    expect(ends()).toEqual(["b ok", "a ok"]);
  });

  it("waits, but does not send such an item again without keys", async () => {
    capabilities.announce([]);
    const { sent, ends } = await run(["a", "b", "c", "d"], { a: [refusal(503, 5)] });
    await pass(5_020);
    expect(sent).toEqual(["a 0", "b 0", "c 0", "d 5010"]);
    expect(ends()).toEqual(["a unknown", "b ok", "c ok", "d ok"]);
  });

  it("gives up on an item after three attempts, and goes on", async () => {
    const away = refusal(503, 5);
    const { ends } = await run(["a", "b", "c", "d"], { a: [away, away, away] });
    await pass(60_000);
    expect(ends()?.toSorted()).toEqual(["a unknown", "b ok", "c ok", "d ok"]);
  });

  it("says on Stop that such an item may have been done", async () => {
    const { ends, stop } = await run(["a", "b", "c", "d"], { a: [refusal(503, 5)] });
    await pass(10);
    await stop();
    expect(ends()).toEqual(["b ok", "c ok", "a unknown"]);
  });

  it("says so too if the next attempt is not sent", async () => {
    const { ends } = await run(["a"], { a: [refusal(503, 5), offline] });
    await pass(60_000);
    expect(ends()).toEqual(["a unknown"]);
  });

  it("does not wait to say that the rest cannot be sent", async () => {
    const { ends } = await run(["a", "b", "c", "d"], { a: [refusal(429, 60)], c: [offline] });
    await pass(10);
    expect(ends()?.toSorted()).toEqual(["a unsent", "b ok", "c unsent", "d unsent"]);
  });

  it("does not wait if no time is said, or if the answer concerns the item", async () => {
    const { ends } = await run(["a"], { a: [refusal(503)] });
    await pass(10);
    expect(ends()).toEqual(["a unknown"]);
    const test = await run(["a"], { a: [refusal(503, 5)] }, { is503Final: true });
    await pass(10);
    expect(test.ends()).toEqual(["a unknown"]);
  });
});
