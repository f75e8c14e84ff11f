import { documented } from "./documented";
import { healthApi } from "./health";

export const healthDocs = documented(healthApi, {
  read: {
    summary: "Says that the server lives and what it is.",
    description:
      "For probes: it is 503, with the status `unavailable`, while the database does not answer.",
    refusals: { 503: "The database does not answer." },
    sample: {
      reply: {
        status: "ok",
        sandbox: true,
        capabilities: ["idempotency", "failed-work", "sale-rotator-stop"],
      },
    },
  },
});
