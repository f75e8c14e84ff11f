import { healthApi } from "../health";
import { describeFields } from "./describe-fields";
import { documented } from "./documented";

describeFields(healthApi.read.reply, {
  world:
    "`sandbox`: everything outside is played. `live`: real platforms. `held`: a rehearsal with real platforms, to which nothing is written.",
  outside: "`played`, `real`, `held` or `off`, by the name of a platform or service.",
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
        world: "sandbox",
        outside: { bluesky: "played", instagram: "played" },
        capabilities: ["idempotency", "failed-work", "sale-rotator-stop"],
      },
    },
  },
});
