import { type QueryClient, QueryClientProvider, queryOptions } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/app/query-client";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { useRead } from "@/shared/query/use-read";

let root: Root;
let client: QueryClient;
let recovered: unknown[];
const place = document.createElement("div");

beforeEach(() => {
  // In React's own test environment nothing is throttled.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  recovered = [];
  client = createQueryClient({ onSessionOver: () => {} });
  root = createRoot(place, { onRecoverableError: (error) => recovered.push(error) });
});
afterEach(() => {
  root.unmount();
  client.clear();
  expect(recovered).toEqual([]);
  vi.unstubAllGlobals();
});

/** A read that is answered once `answer` has been called. */
function createRead(text: string) {
  let answer = () => {};
  const answered = new Promise<string>((resolve) => {
    answer = () => resolve(text);
  });
  return { text, answered, answer: () => answer() };
}
type Read = ReturnType<typeof createRead>;

let renders = 0;

function Part({ read }: { read: Read }) {
  renders += 1;
  return useRead(queryOptions({ queryKey: ["products", read.text], queryFn: () => read.answered }));
}

const render = (page: ReactNode) =>
  root.render(<QueryClientProvider client={client}>{page}</QueryClientProvider>);

/** Waits for many short tasks: enough for React to render, and less than its throttle of 300 ms. */
async function shown() {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  return place.textContent;
}

type Boundary = ComponentType<{ fallback: ReactNode; children: ReactNode }>;

async function twoPanels(Boundary: Boundary) {
  const [first, second] = [createRead("first"), createRead("second")];
  render(
    <>
      <Boundary fallback="…">
        <Part read={first} />
      </Boundary>
      <Boundary fallback="…">
        <Part read={second} />
      </Boundary>
    </>,
  );
  expect(await shown()).toBe("……");
  first.answer();
  return second;
}

it("shows a panel as soon as its read is answered, also while another loads", async () => {
  const second = await twoPanels(UnthrottledSuspense);
  expect(await shown()).toBe("first…");
  second.answer();
  expect(await shown()).toBe("firstsecond");
});

it("is needed as long as React's Suspense holds the first panel back", async () => {
  const begun = performance.now();
  await twoPanels(Suspense);
  await expect.poll(() => place.textContent).toBe("first…");
  // The throttle is counted from the fallbacks, and its last 10 ms are not waited for.
  expect(performance.now() - begun).toBeGreaterThan(285);
});

it("does nothing for a panel that was removed before its read was answered", async () => {
  const said = vi.spyOn(console, "error");
  const read = createRead("gone");
  render(
    <UnthrottledSuspense fallback="…">
      <Part read={read} />
    </UnthrottledSuspense>,
  );
  expect(await shown()).toBe("…");
  render("another");
  read.answer();
  expect(await shown()).toBe("another");
  expect(said).not.toHaveBeenCalled();
});

/** A panel that starts a read which is never answered. */
function Slow({ name, onMount }: { name: string; onMount: (start: () => void) => void }) {
  const [read, setRead] = useState<Read>();
  onMount(() => setRead(createRead(name)));
  return (
    read && (
      <UnthrottledSuspense fallback="…">
        <Part read={read} />
      </UnthrottledSuspense>
    )
  );
}

it("renders two waiting panels only a few times", { tags: ["clock"] }, async () => {
  const starts = new Map<string, () => void>();
  renders = 0;
  render(
    ["one", "other"].map((name) => (
      <Slow key={name} name={name} onMount={(start) => starts.set(name, start)} />
    )),
  );
  await shown();
  for (const start of starts.values()) flushSync(start);
  expect(await shown()).toBe("……");
  // By then React's throttle is over. It cannot be held: React keeps the timers it was loaded with.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(renders).toBeLessThan(10);
});
