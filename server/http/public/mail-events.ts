import { Hono } from "hono";
import { mailEventsPath } from "../../features/integrations/index.ts";
import { findReceiver, isTaken, receiveReport } from "../../features/newsletter/index.ts";
import { contextOn } from "../../kernel/context.ts";
import type { Log } from "../../kernel/log.ts";
import type { Metrics } from "../../kernel/metrics.ts";
import type { Serving } from "../serving.ts";

type Options = {
  readonly serving: Serving;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "mailReport">;
};

/**
 * Creates `POST /webhooks/ses/{token}`: what Amazon SES reports by Amazon SNS. Nothing is taken whose
 * signature does not match. With an error, SNS sends it again later. A 404 has no detail.
 */
export function createMailEvents({ serving, log, metrics }: Options): Hono {
  const app = new Hono();
  app.post(`${mailEventsPath}/:token`, async (call) => {
    const { database, ports } = serving;
    const receiver = await findReceiver(
      contextOn(database.db, serving, null),
      call.req.param("token"),
    );
    if (!ports.mailEvents || !receiver) return call.body(null, 404);
    // Its content type is text/plain.
    const body = await call.req.text();
    const signal = AbortSignal.timeout(10_000);
    const taken = (topic: string, isSubscription: boolean) =>
      isTaken(receiver, topic, isSubscription);
    const report = await ports.mailEvents.read(body, taken, signal).catch((error: unknown) => {
      log.warn("mail event not verified", { integration: receiver.id }, error);
      return "later" as const;
    });
    if (report === "later") return call.json({ detail: "Try again later." }, 503);
    const isDone =
      report?.isTaken === true &&
      (await database.transaction((db) =>
        receiveReport(contextOn(db, serving, null), receiver, report),
      ));
    if (!isDone) {
      const facts = { integration: receiver.id, topic: report?.topic ?? "none" };
      log.warn("mail event refused", facts);
      return call.json({ detail: "Forbidden" }, 403);
    }
    for (const { kind } of report.events) metrics.mailReport(kind);
    return call.body(null, 200);
  });
  return app;
}
