import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useId,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Reveal, suspendFor, useRevealed } from "@/shared/query/reveal";

let root: Root;
let recovered: unknown[];
const place = document.createElement("div");

beforeEach(() => {
  // Under React's own test environment nothing is held back.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  recovered = [];
  root = createRoot(place, { onRecoverableError: (error) => recovered.push(error) });
});
afterEach(() => {
  root.unmount();
  expect(recovered).toEqual([]);
  vi.unstubAllGlobals();
});

/** Something that is shown once `come` has been called. */
class Coming {
  isHere = false;
  come = () => {};
  readonly promise = new Promise<void>((resolve) => {
    this.come = () => {
      this.isHere = true;
      resolve();
    };
  });
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function useText({ isHere, promise, text }: Coming) {
  if (!isHere) throw promise;
  return text;
}

function Part({ of }: { of: Coming }) {
  const before = useId();
  const text = useRevealed(useText, of);
  const after = useId();
  return before !== after && text;
}

/** A few turns of the loop: what waits for no clock has been drawn, and much less than 300 ms are over. */
async function drawn() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  return place.textContent;
}

type Around = ComponentType<{ fallback: ReactNode; children: ReactNode }>;

async function twoPanels(Around: Around) {
  const [first, second] = [new Coming("first"), new Coming("second")];
  root.render(
    <>
      <Around fallback="…">
        <Part of={first} />
      </Around>
      <Around fallback="…">
        <Part of={second} />
      </Around>
    </>,
  );
  expect(await drawn()).toBe("……");
  first.come();
  return { second, shown: await drawn() };
}

it("shows a panel when what it reads is here, however lately another began to load", async () => {
  const { second, shown } = await twoPanels(Reveal);
  expect(shown).toBe("first…");
  second.come();
  expect(await drawn()).toBe("firstsecond");
});

it("would be held back by React alone", async () => {
  const { shown } = await twoPanels(Suspense);
  expect(shown).toBe("……");
});

it("goes on where it stopped with what is here at once", async () => {
  const soon = new Coming("soon");
  const { promise } = soon;
  Object.defineProperty(soon, "promise", {
    get: () => {
      queueMicrotask(soon.come);
      return promise;
    },
  });
  startTransition(() =>
    root.render(
      <Reveal fallback="…">
        <Part of={soon} />
      </Reveal>,
    ),
  );
  expect(await drawn()).toBe("soon");
});

it("leaves alone who is gone by the time it comes", async () => {
  const said = vi.spyOn(console, "error");
  const gone = new Coming("gone");
  root.render(
    <Reveal fallback="…">
      <Part of={gone} />
    </Reveal>,
  );
  expect(await drawn()).toBe("…");
  root.render("another");
  gone.come();
  expect(await drawn()).toBe("another");
  expect(said).not.toHaveBeenCalled();
});

type SlowProps = {
  suspend: (coming: Promise<unknown>) => unknown;
  onBegin: (begin: () => void) => void;
};

/** A panel that waits for ever once it has begun to. */
function Slow({ suspend, onBegin }: SlowProps) {
  const [coming, wait] = useState<Promise<unknown>>();
  onBegin(() => wait(new Promise(() => {})));
  return coming && <Reveal fallback="…">{<Waits coming={coming} suspend={suspend} />}</Reveal>;
}

let drawings = 0;

function Waits({ coming, suspend }: { coming: Promise<unknown> } & Pick<SlowProps, "suspend">) {
  drawings += 1;
  suspend(coming);
  return null;
}

/** How often two panels are drawn that begin to wait one after the other. */
async function drawingsOf(suspend: SlowProps["suspend"]) {
  const begins: (() => void)[] = [];
  drawings = 0;
  root.render(
    [0, 1].map((at) => (
      <Slow
        key={at}
        suspend={suspend}
        onBegin={(begin) => {
          begins[at] = begin;
        }}
      />
    )),
  );
  await drawn();
  for (const begin of begins) flushSync(begin);
  expect(await drawn()).toBe("……");
  // Until then React holds back what it draws.
  await new Promise((resolve) => setTimeout(resolve, 400));
  return drawings;
}

it("draws what waits a few times, and then lets it lie", async () => {
  expect(await drawingsOf(suspendFor)).toBeLessThan(10);
});

it("would draw it for ever if it were thrown what it waits for", async () => {
  const thrown = await drawingsOf((coming) => {
    throw coming;
  });
  expect(thrown).toBeGreaterThan(50);
});
