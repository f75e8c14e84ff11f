import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { failedWorkApi, failedWorkSchema } from "./contract";

failedWorkSchema.register(z.globalRegistry, { id: "FailedWork" });

export const failedWorkDocs = documented(failedWorkApi, {
  list: {
    summary:
      "Lists the background work that failed for good in the last 14 days and was not run again, the latest first.",
    description:
      "Work whose failure is seen elsewhere is left out: a failed post is among the failed posts, a failed sync on the card of its shop. At most 200 are listed.",
    sample: {
      reply: [
        {
          id: 12,
          kind: "Newsletter",
          about: "Week of 23 November 2026",
          group_name: "Zimska kolekcija",
          failed_at: "2026-11-23T08:00:41Z",
          cause: "The newsletter does not render: MJML template, line 6.",
          why_not_again: null,
        },
      ],
    },
  },
  runAgain: {
    summary: "Queues failed work again, once; what was done already is not done twice.",
    refusals: {
      409: "It was run again already, or cannot be run any more: its week is over, for example.",
    },
    sample: { reply: { message: "The work is queued again." } },
  },
});
