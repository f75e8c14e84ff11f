import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RenderedMail, tooMuch } from "@/features/newsletter/mail";
import type { MailRenderer } from "../../ports/mail/mailer.ts";

/**
 * The worker's module: beside this one in the sources, where tsx compiles it, and an entry of its own
 * in a build.
 */
const places = ["./worker.ts", "./mail-worker.js", "../mail-worker.js"].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

type Mail = Parameters<MailRenderer["render"]>[0];

type Options = {
  /** The time limit for filling a template, in milliseconds. */
  readonly limit?: number;
};

/** A renderer whose process can be ended; the next mail starts a new one. */
export type ClosableRenderer = MailRenderer & { readonly close: () => void };

/** Added to the limit of the templates, for the MJML step, which has no limit of its own. */
const mjmlTimeout = 10_000;
const idleTimeout = 60_000;

/**
 * Renders mails one after the other in a child process, which is started on demand and ends after a
 * minute without work. A worker thread would not do: a string that exceeds its memory limit ends the
 * whole process (measured on Node 20).
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

  /** Renders in the current or a new process; kills the process if it does not answer. */
  const renderOnce = async (mail: Mail): Promise<RenderedMail | "ended"> => {
    worker ??= start(limit);
    const started = worker;
    let hasAnswered = false;
    try {
      const timeout = 2 * limit + mjmlTimeout;
      const rendered = await request(await started, { id: ++count, mail }, timeout);
      hasAnswered = typeof rendered === "object";
      return rendered === "timeout" ? tooMuch : rendered;
    } finally {
      if (!hasAnswered && worker === started) end();
    }
  };

  const render = async (mail: Mail): Promise<RenderedMail> => {
    clearTimeout(idle);
    // Retry once if an idle process had ended; a new process ends only because of this mail.
    const wasIdle = worker !== undefined;
    try {
      const first = await renderOnce(mail);
      const rendered = first === "ended" && wasIdle ? await renderOnce(mail) : first;
      return rendered === "ended" ? tooMuch : rendered;
    } finally {
      idle = setTimeout(end, idleTimeout);
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

/** Starts the process, without the environment, which may contain secrets, and without output. */
function start(limit: number): Promise<ChildProcess> {
  const script = places.find((place) => existsSync(place));
  if (!script) throw new Error(`No mail renderer in ${places.join(" or ")}.`);
  const isSource = script.endsWith(".ts");
  // tsx compiles the sources first. In a build, the server's 503 has to come before the console
  // stops waiting, which is after 60 s.
  const startTimeout = isSource ? 60_000 : 30_000;
  const child = fork(script, [String(limit)], {
    env: {},
    execArgv: ["--max-old-space-size=256", ...(isSource ? ["--import", "tsx"] : [])],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(), startTimeout);
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
      // A failed send emits 'error' besides 'exit'; without a listener it would end this process.
      child.on("error", () => undefined);
      unref(child);
      resolve(child);
    });
  });
}

/** Resolves with `ended` if the process has ended, during the request or before. */
function request(
  child: ChildProcess,
  job: { readonly id: number; readonly mail: unknown },
  timeout: number,
): Promise<RenderedMail | "ended" | "timeout"> {
  return new Promise((resolve) => {
    const done = (rendered: RenderedMail | "ended" | "timeout") => {
      clearTimeout(timer);
      child.off("message", receive);
      child.off("exit", ended);
      unref(child);
      resolve(rendered);
    };
    const ended = () => done("ended");
    const receive = (answer: unknown) => {
      // Only the worker sends messages on this channel.
      const { id, rendered } = answer as { id: number; rendered: RenderedMail };
      if (id === job.id) done(rendered);
    };
    const timer = setTimeout(() => done("timeout"), timeout);
    child.on("message", receive);
    child.on("exit", ended);
    if (!child.connected) return ended();
    child.ref();
    child.channel?.ref();
    child.send(job);
  });
}

/** Lets this process exit while the child is idle. */
function unref(child: ChildProcess) {
  child.unref();
  child.channel?.unref();
}
