import { describe, expect, it } from "vitest";
import {
  advance,
  idle,
  keptOf,
  mayGoOn,
  type RunEvent,
  type RunState,
  requestOf,
} from "@/features/sale-rotator/confirmed-run";
import {
  type ConfirmedStep,
  confirmedStepSchema,
  keptRunSchema,
} from "@/features/sale-rotator/schema";
import { fc } from "../../support/random-seed";

type Step = { readonly id: string; readonly price: number; readonly action: "add" | "remove" };
type Lists = ReturnType<typeof requestOf>;

/** The fate of a request: answered; refused; or lost or broken, before or after the server acted. */
const ways = [
  "well",
  "lost before",
  "lost after",
  "refused",
  "broken before",
  "broken after",
] as const;
type Way = (typeof ways)[number];
type Answer = { readonly step: unknown } | { readonly failed: "unsent" | "unknown" };

/** A server that behaves like ours: a step is done once, however often it is requested. */
function shopServer(plan: readonly Step[]) {
  const prices = new Map<string, number>();
  const times = new Map<string, number>();
  let done = 0;
  let isStopped = true;
  const wire = (step: Step) => ({
    product_id: step.id,
    new_price: step.price,
    // Fields that this console does not know are sent back unchanged.
    later: { deep: [step.id, null] },
  });
  const listsFrom = (from: number): Lists => {
    const left = plan.slice(from);
    return {
      updates: left.filter(({ action }) => action === "add").map(wire),
      removals: left.filter(({ action }) => action === "remove").map(wire),
    };
  };
  const answer = (at: number, last: Step | undefined) => ({
    is_complete: at === plan.length,
    completed_action: last
      ? { product_name: last.id, product_id: last.id, price: last.price }
      : null,
    remaining_updates: listsFrom(at).updates,
    remaining_removals: listsFrom(at).removals,
    summary: null,
    run_id: 7,
  });
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

  function handle(body: Lists | null): unknown {
    if (body === null) {
      // Steps that another run has done are not planned again.
      isStopped = false;
      return answer(done, undefined);
    }
    if (isStopped) return undefined;
    if (done > 0 && same(body, listsFrom(done - 1))) return answer(done, plan[done - 1]);
    if (!same(body, listsFrom(done))) return undefined;
    const step = plan[done];
    if (!step) return undefined;
    prices.set(step.id, step.price);
    times.set(step.id, (times.get(step.id) ?? 0) + 1);
    done += 1;
    return answer(done, step);
  }

  return {
    prices,
    times,
    stop: () => {
      isStopped = true;
    },
    ask(body: Lists | null, way: Way): Answer {
      if (way === "lost before" || way === "broken before") return { failed: "unknown" };
      if (way === "refused") return { failed: "unsent" };
      const step = handle(body);
      if (way !== "well") return { failed: "unknown" };
      return step === undefined ? { failed: "unsent" } : { step };
    },
  };
}

type Deed =
  | { readonly does: "start" | "proceed" | "press twice"; readonly way: Way }
  | { readonly does: "stop" | "close" | "reload" | "reload during a step" };

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant("proceed" as const), way: fc.constantFrom(...ways) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom("start", "press twice"),
      way: fc.constantFrom(...ways),
    }),
  },
  fc.record({ does: fc.constantFrom("stop", "close", "reload", "reload during a step") }),
);

const plans = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1 }),
    price: fc.integer({ min: 1, max: 100_000 }),
    action: fc.constantFrom("add" as const, "remove" as const),
  }),
  { selector: ({ id }) => id, maxLength: 6 },
);

/** Drives the state machine as the console does: sends its requests and reports the answers. */
function drive(plan: readonly Step[], server = shopServer(plan)) {
  let state: RunState = idle;
  const dispatch = (event: RunEvent) => {
    const before = state;
    state = advance(state, event);
    return state !== before;
  };
  const read = (step: unknown): ConfirmedStep => confirmedStepSchema.parse(step);

  function send(body: Lists | null, way: Way) {
    const answer = server.ask(body, way);
    if ("step" in answer) dispatch({ type: "answered", step: read(answer.step), at: 1 });
    else if (body === null) dispatch({ type: "startFailed" });
    else {
      const { failed } = answer;
      dispatch({ type: "failed", failure: { text: failed }, isInDoubt: failed === "unknown" });
    }
  }

  /** Only what is in the browser's storage survives a reload. */
  function reload() {
    const kept = keptRunSchema.safeParse(JSON.parse(JSON.stringify(keptOf(state) ?? null))).data;
    state = kept ? advance(idle, { type: "resume", run: kept }) : idle;
  }

  function act(deed: Deed) {
    switch (deed.does) {
      case "start":
        if (dispatch({ type: "start" })) send(null, deed.way);
        return;
      case "proceed":
      case "press twice": {
        if (!mayGoOn(state)) return;
        const body = requestOf(state.run);
        expect(dispatch({ type: "proceed" })).toBe(true);
        // The second press of a double click finds a step under way.
        expect(dispatch({ type: "proceed" })).toBe(false);
        expect(dispatch({ type: "stop" })).toBe(false);
        send(body, deed.way);
        return;
      }
      case "stop":
        if (dispatch({ type: "stop" })) server.stop();
        return;
      case "close":
        dispatch({ type: "close" });
        return;
      case "reload":
        reload();
        return;
      case "reload during a step":
        if (mayGoOn(state)) {
          const body = requestOf(state.run);
          dispatch({ type: "proceed" });
          server.ask(body, "well");
        }
        reload();
    }
  }
  return { act, server, state: () => state };
}

describe("A confirmed run", () => {
  it("does no step twice and sets no other price than planned, whatever goes wrong", () => {
    fc.assert(
      fc.property(plans, fc.array(deeds, { maxLength: 40 }), (plan, all) => {
        const { act, server } = drive(plan);
        for (const deed of all) act(deed);
        for (const times of server.times.values()) expect(times).toBe(1);
        for (const [id, price] of server.prices) {
          expect(plan.find((step) => step.id === id)?.price).toBe(price);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("does no step twice even if two tabs continue it at once", () => {
    const inTabs = fc.array(fc.tuple(fc.nat({ max: 1 }), deeds), { maxLength: 40 });
    fc.assert(
      fc.property(plans, inTabs, (plan, all) => {
        const server = shopServer(plan);
        const tabs = [drive(plan, server), drive(plan, server)];
        for (const [tab, deed] of all) tabs[tab]?.act(deed);
        for (const times of server.times.values()) expect(times).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it("finishes once all requests succeed again", () => {
    fc.assert(
      fc.property(plans, fc.array(deeds, { maxLength: 25 }), (plan, all) => {
        const { act, server, state } = drive(plan);
        for (const deed of all) act(deed);
        act({ does: "close" });
        act({ does: "start", way: "well" });
        for (let left = plan.length + 1; left > 0; left -= 1) act({ does: "proceed", way: "well" });
        expect(state().is).toBe("finished");
        expect(new Map(server.prices)).toEqual(new Map(plan.map(({ id, price }) => [id, price])));
      }),
      { numRuns: 300 },
    );
  });

  it("refuses lists that are nested too deeply", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const lists = { remaining_updates: [{ product_id: "1", run: deep }], remaining_removals: [] };
    expect(confirmedStepSchema.safeParse({ is_complete: false, ...lists }).success).toBe(false);
  });
});
