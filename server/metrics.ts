import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { PlatformType } from "@/entities/account/platforms";
import type { Jobs } from "./context.ts";
import type { Publisher } from "./ports/publisher.ts";

/** How many jobs of a name wait, and whether they could run now. */
export type QueueDepth = {
  readonly name: string;
  readonly state: "due" | "later" | "running";
  readonly count: number;
};

/** What the server counts of itself. No label holds anything that a sender could choose. */
export type Metrics = {
  readonly request: (
    what: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ) => void;
  readonly job: (
    what: { readonly name: keyof Jobs; readonly outcome: "done" | "failed" },
    seconds: number,
  ) => void;
  readonly published: (platform: PlatformType, result: "published" | "refused" | "unknown") => void;
  /** Everything, in the text format of Prometheus. */
  readonly read: () => Promise<string>;
};

/** The type of what `read()` answers. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

type Options = {
  /** Asked whenever the metrics are read; may fail, and then there are no depths. */
  readonly queueDepth: () => Promise<readonly QueueDepth[]>;
  /** Whether memory, time and event loop of the process are measured; once in a process. */
  readonly ofProcess?: boolean;
};

export function createMetrics({ queueDepth, ofProcess = false }: Options): Metrics {
  const register = new Registry();
  const registers = [register];
  if (ofProcess) collectDefaultMetrics({ register });

  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took, by method, route and status.",
    labelNames: ["method", "route", "status"] as const,
    registers,
  });
  const jobs = new Counter({
    name: "jobs_total",
    help: "Jobs that were worked on, by name and outcome; a failed one may come again.",
    labelNames: ["name", "outcome"] as const,
    registers,
  });
  const jobTimes = new Histogram({
    name: "job_duration_seconds",
    help: "How long jobs took, by name.",
    labelNames: ["name"] as const,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 120, 300],
    registers,
  });
  const published = new Counter({
    name: "publish_results_total",
    help: "What came of handing a post to a platform. Unknown: it may be live, a human has to look.",
    labelNames: ["platform", "result"] as const,
    registers,
  });
  const database = new Gauge({
    name: "database_up",
    help: "1 if the database answered while these figures were collected.",
    registers,
  });
  const queue = new Gauge({
    name: "job_queue_depth",
    help: "Jobs in the queue, by name: due now, later, or running.",
    labelNames: ["name", "state"] as const,
    registers,
  });
  const look = async () => {
    const depths = await queueDepth().catch(() => undefined);
    database.set(depths ? 1 : 0);
    queue.reset();
    for (const { name, state, count } of depths ?? []) queue.set({ name, state }, count);
  };

  return {
    request: (what, seconds) => requests.observe(what, seconds),
    job: ({ name, outcome }, seconds) => {
      jobs.inc({ name, outcome });
      jobTimes.observe({ name }, seconds);
    },
    published: (platform, result) => published.inc({ platform, result }),
    read: async () => {
      await look();
      return register.metrics();
    },
  };
}

/** The same publisher, its results counted. What it throws leaves open whether the post is out. */
export const measured = (
  publisher: Publisher,
  { published }: Pick<Metrics, "published">,
): Publisher => ({
  publish: async (post, signal) => {
    const { platform } = post.account;
    try {
      const answer = await publisher.publish(post, signal);
      published(platform, answer.ok ? "published" : "refused");
      return answer;
    } catch (error) {
      published(platform, "unknown");
      throw error;
    }
  },
  test: (account, signal) => publisher.test(account, signal),
});
