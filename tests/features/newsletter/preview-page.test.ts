import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PreviewMessage, PreviewRequest } from "@/features/newsletter/preview/messages";

/** A worker that starts and answers when the test says so. */
class HeldWorker {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  readonly asked: PreviewRequest[] = [];
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage(request: PreviewRequest) {
    this.asked.push(request);
  }
  terminate() {
    this.isEnded = true;
  }
  addEventListener() {}
  start() {
    this.onmessage?.({ data: "ready" });
  }
  answer(subject: string) {
    const nothing = {
      html: null,
      errors: [],
      size: null,
      fullSize: null,
      removed: [],
      sparseErrors: [],
    };
    this.onmessage?.({ data: { subject, ...nothing } });
  }
}

let workers: HeldWorker[];
let said: PreviewMessage[];

beforeEach(async () => {
  workers = [];
  said = [];
  vi.stubGlobal("Worker", HeldWorker);
  vi.spyOn(window.parent, "postMessage").mockImplementation((message: PreviewMessage) => {
    said.push(message);
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.resetModules();
  await import("@/features/newsletter/preview/page");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The console asks for the mail with this subject. */
function ask(id: number, subject: string) {
  const variables = { subscriber_name: "", products: [], unsubscribe_url: "" };
  const request: PreviewRequest = {
    id,
    mail: { subject, mjml: "", variables },
    sparse: [],
    full: variables,
  };
  window.dispatchEvent(new MessageEvent("message", { data: request, source: window.parent }));
}

/** The subjects that the newest worker was asked for; starts it first. */
function startNewest() {
  const worker = workers.at(-1);
  if (!worker) throw new Error("There is no worker.");
  worker.start();
  return { worker, asked: worker.asked.map(({ mail }) => mail.subject) };
}

describe("The page of the preview", () => {
  it("says that its script runs before its worker has started", () => {
    expect(said).toEqual([{ kind: "started" }]);
    startNewest();
    expect(said).toEqual([{ kind: "started" }, { kind: "ready" }]);
  });

  it("renders a mail a second time by itself, on a machine that was too busy", () => {
    ask(1, "Zdravo");
    const { worker: first, asked } = startNewest();
    expect(asked).toEqual(["Zdravo"]);
    vi.advanceTimersByTime(9_900);
    expect(first.isEnded).toBe(false);
    vi.advanceTimersByTime(200);
    expect(first.isEnded).toBe(true);
    const { worker: second, asked: again } = startNewest();
    expect(again).toEqual(["Zdravo"]);
    vi.advanceTimersByTime(19_900);
    second.answer("Zdravo");
    expect(said.slice(2)).toMatchObject([{ kind: "rendered", id: 1, subject: "Zdravo" }]);
  });

  it("gives up a mail after the second time, and renders the next one", () => {
    ask(1, "Bez kraja");
    startNewest();
    vi.advanceTimersByTime(10_100);
    const { worker: second } = startNewest();
    vi.advanceTimersByTime(20_100);
    expect(second.isEnded).toBe(true);
    expect(said.slice(2)).toMatchObject([
      {
        kind: "rendered",
        id: 1,
        isShown: false,
        errors: [{ message: "The template needs too much time or memory." }],
      },
    ]);
    const { worker: third } = startNewest();
    ask(2, "Sa krajem");
    expect(third.asked).toMatchObject([{ id: 2 }]);
  });

  it("renders a newer mail instead of repeating an older one", () => {
    ask(1, "Bez kraja");
    startNewest();
    ask(2, "Sa krajem");
    vi.advanceTimersByTime(10_100);
    expect(startNewest().asked).toEqual(["Sa krajem"]);
  });

  it("stops repeating a mail when there is a newer one", () => {
    ask(1, "Bez kraja");
    startNewest();
    vi.advanceTimersByTime(10_100);
    const { worker: second } = startNewest();
    ask(2, "Sa krajem");
    expect(second.isEnded).toBe(true);
    const { worker: third, asked } = startNewest();
    expect(asked).toEqual(["Sa krajem"]);
    third.answer("Sa krajem");
    vi.advanceTimersByTime(60_000);
    expect(third.isEnded).toBe(false);
    expect(said.slice(2)).toMatchObject([{ kind: "rendered", id: 2, subject: "Sa krajem" }]);
  });
});
