import { describeFields } from "./describe-fields";
import { documented } from "./documented";
import { healthApi } from "./health";

describeFields(healthApi.read.reply, {
  capabilities:
    "What the server offers beyond the product's own calls. `idempotency`: it stores an Idempotency-Key with the effect, answers the same key with the first reply, and allows the header. Every other name is that of calls, which say so in their description.",
});

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
