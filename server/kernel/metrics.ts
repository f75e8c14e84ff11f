import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { PlatformType } from "@/entities/account/platforms";
import type { MailEvent } from "../ports/mail/mail-events.ts";
import type { Publisher } from "../ports/publisher.ts";
import type { Jobs } from "./context.ts";

/** The number of a job's entries in the queue, by state. */
export type QueueDepth = {
  readonly name: string;
  readonly state: "due" | "later" | "running";
  readonly count: number;
};

/** The server's metrics. No label has a value that a client can choose, so their number is bounded. */
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
  /** A call of a service that costs money; cost in US dollars. */
  readonly outsideCall: (call: {
    readonly port: string;
    readonly outcome: string;
    readonly tokens?: { readonly in: number; readonly out: number };
    readonly cost?: number | undefined;
  }) => void;
  readonly mailReport: (kind: MailEvent["kind"]) => void;
  /** All metrics, in the Prometheus text format. */
  readonly read: () => Promise<string>;
};

/** The Content-Type of `read()`. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

type Options = {
  /** Called on every read. If it fails, `database_up` is 0 and no depths are reported. */
  readonly queueDepth: () => Promise<readonly QueueDepth[]>;
  /** Called on every read: posts that are still scheduled some minutes after their time. */
  readonly overduePosts: () => Promise<number>;
  /** If true, includes prom-client's process metrics; only once in a process. */
  readonly ofProcess?: boolean;
};

export function createMetrics({ queueDepth, overduePosts, ofProcess = false }: Options): Metrics {
  const register = new Registry();
  const registers = [register];
  if (ofProcess) collectDefaultMetrics({ register });

  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests, by method, route and status.",
    labelNames: ["method", "route", "status"] as const,
    registers,
  });
  const jobs = new Counter({
    name: "jobs_total",
    help: "Job runs, by name and outcome; a failed job may be retried.",
    labelNames: ["name", "outcome"] as const,
    registers,
  });
  const jobTimes = new Histogram({
    name: "job_duration_seconds",
    help: "Duration of jobs, by name.",
    labelNames: ["name"] as const,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 120, 300],
    registers,
  });
  const published = new Counter({
    name: "publish_results_total",
    help: "Results of publishing a post, by platform. Unknown: it may be live, somebody must check.",
    labelNames: ["platform", "result"] as const,
    registers,
  });
  const outside = new Counter({
    name: "outside_calls_total",
    help: "Orders to services outside, by port and outcome. Unknown: no answer, or none that says anything.",
    labelNames: ["port", "outcome"] as const,
    registers,
  });
  const tokens = new Counter({
    name: "tokens_total",
    help: "Tokens that models have read (in) and written (out), by port.",
    labelNames: ["port", "direction"] as const,
    registers,
  });
  const cost = new Counter({
    name: "cost_dollars_total",
    help: "What models have cost by the prices that this server was given, by port.",
    labelNames: ["port"] as const,
    registers,
  });
  const mailReports = new Counter({
    name: "mail_reports_total",
    help: "Bounces and complaints that the mail service reported, by kind.",
    labelNames: ["kind"] as const,
    registers,
  });
  const database = new Gauge({
    name: "database_up",
    help: "1 if the database answered while these metrics were collected.",
    registers,
  });
  const queue = new Gauge({
    name: "job_queue_depth",
    help: "Jobs in the queue, by name: due now, later, or running.",
    labelNames: ["name", "state"] as const,
    registers,
  });
  const overdue = new Gauge({
    name: "overdue_posts",
    help: "Posts that are still scheduled two minutes after their time; without paused groups.",
    registers,
  });
  const updateGauges = async () => {
    const depths = await queueDepth().catch(() => undefined);
    database.set(depths ? 1 : 0);
    queue.reset();
    overdue.set((await overduePosts().catch(() => undefined)) ?? Number.NaN);
    for (const { name, state, count } of depths ?? []) queue.set({ name, state }, count);
  };

  return {
    request: (what, seconds) => requests.observe(what, seconds),
    job: ({ name, outcome }, seconds) => {
      jobs.inc({ name, outcome });
      jobTimes.observe({ name }, seconds);
    },
    published: (platform, result) => published.inc({ platform, result }),
    outsideCall: ({ port, outcome, tokens: used, cost: dollars }) => {
      outside.inc({ port, outcome });
      if (used) {
        tokens.inc({ port, direction: "in" }, used.in);
        tokens.inc({ port, direction: "out" }, used.out);
      }
      if (dollars !== undefined) cost.inc({ port }, dollars);
    },
    mailReport: (kind) => mailReports.inc({ kind }),
    read: async () => {
      await updateGauges();
      return register.metrics();
    },
  };
}

/** Counts a publisher's results. A thrown error counts as unknown, because the post may be live. */
export const measured = (
  publisher: Publisher,
  { published }: Pick<Metrics, "published">,
): Publisher => ({
  ...publisher,
  publish: async (post, attempt, signal) => {
    const { platform } = post.account;
    try {
      const answer = await publisher.publish(post, attempt, signal);
      if (answer.ok !== "waiting") published(platform, answer.ok ? "published" : "refused");
      return answer;
    } catch (error) {
      published(platform, "unknown");
      throw error;
    }
  },
});
