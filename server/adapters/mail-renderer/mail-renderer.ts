import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RenderedMail, tooMuch } from "@/features/newsletter/mail";
import type { MailRenderer } from "../../ports/mail-renderer.ts";

/** Beside this file in the sources; a build keeps it in the same folders, below its own. */
const places = [
  "./worker.mjs",
  "./server/adapters/mail-renderer/worker.mjs",
  "../server/adapters/mail-renderer/worker.mjs",
].map((place) => fileURLToPath(new URL(place, import.meta.url)));

type Mail = Parameters<MailRenderer["render"]>[0];

type Options = {
  /** Milliseconds that filling a template may take. */
  readonly limit?: number;
};

/** A renderer to be closed; what it is asked after that starts it anew. */
export type ClosableRenderer = MailRenderer & { readonly close: () => void };

const startsWithin = 30_000;
/** What is left, once a template is filled, ends by itself; this is for when it does not. */
const finishesWithin = 10_000;
const idleFor = 60_000;

/**
 * Renders one mail after the other in a process of its own, which is started when it is needed and
 * ends after a minute without work. Not in a thread: a single text that grows beyond the memory of
 * one ends the whole process with it (measured on Node 20).
 */
export function createMailRenderer({ limit = 5000 }: Options = {}): ClosableRenderer {
  let worker: Promise<ChildProcess> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  const end = () => {
    clearTimeout(idle);
    void worker?.then((child) => child.kill("SIGKILL")).catch(() => undefined);
    worker = undefined;
  };

  /** How one process answers; it is ended where it does not. */
  const renderOnce = async (mail: Mail): Promise<RenderedMail | "ended"> => {
    worker ??= start(limit);
    const started = worker;
    let isGood = false;
    try {
      const rendered = await ask(await started, { id: ++count, mail }, 2 * limit + finishesWithin);
      isGood = typeof rendered === "object";
      return rendered === "too late" ? tooMuch : rendered;
    } finally {
      if (!isGood && worker === started) end();
    }
  };

  const render = async (mail: Mail): Promise<RenderedMail> => {
    clearTimeout(idle);
    // One that has waited may have been ended by anybody; one that is new ends of its mail alone.
    const hasWaited = worker !== undefined;
    try {
      const first = await renderOnce(mail);
      const rendered = first === "ended" && hasWaited ? await renderOnce(mail) : first;
      return rendered === "ended" ? tooMuch : rendered;
    } finally {
      idle = setTimeout(end, idleFor);
      idle.unref();
    }
  };

  return {
    render: (mail) => {
      const rendered = last.then(() => render(mail));
      last = rendered.catch(() => undefined);
      return rendered;
    },
    close: end,
  };
}

/** It gets nothing of the environment, which may hold secrets, and no output of its own. */
function start(limit: number): Promise<ChildProcess> {
  const script = places.find((place) => existsSync(place));
  if (!script) throw new Error(`No mail renderer in ${places.join(" or ")}.`);
  const child = fork(script, [String(limit)], {
    env: {},
    execArgv: ["--max-old-space-size=256"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(), startsWithin);
    const fail = () => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error("The mail renderer does not start."));
    };
    child.once("error", fail);
    child.once("exit", fail);
    child.once("message", () => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A child that cannot be written to any more says so here as well as by its exit.
      child.on("error", () => undefined);
      rest(child);
      resolve(child);
    });
  });
}

/** `ended` where the process has, over it or before. */
function ask(
  child: ChildProcess,
  request: { readonly id: number; readonly mail: unknown },
  time: number,
): Promise<RenderedMail | "ended" | "too late"> {
  return new Promise((resolve) => {
    const done = (rendered: RenderedMail | "ended" | "too late") => {
      clearTimeout(timer);
      child.off("message", hear);
      child.off("exit", ended);
      rest(child);
      resolve(rendered);
    };
    const ended = () => done("ended");
    const hear = (answer: unknown) => {
      // Only our own script writes on this channel.
      const { id, rendered } = answer as { id: number; rendered: RenderedMail };
      if (id === request.id) done(rendered);
    };
    const timer = setTimeout(() => done("too late"), time);
    child.on("message", hear);
    child.on("exit", ended);
    if (!child.connected) return ended();
    child.ref();
    child.channel?.ref();
    child.send(request);
  });
}

/** Lets this process end while the other one has nothing to do. */
function rest(child: ChildProcess) {
  child.unref();
  child.channel?.unref();
}
