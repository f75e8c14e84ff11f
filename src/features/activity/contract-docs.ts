import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { activityApi } from "./contract";
import { activitySchema } from "./schema";

activitySchema.register(z.globalRegistry, { id: "Activity" });

describeFields(activityApi.list.query, {
  group_id: "Only this group's; else all.",
  kind: "Only of this kind; else all.",
  user: "Only of the person with this id, or of `server`; else all.",
});
describeFields(activitySchema, {
  user_name: "Who did it; null is the server itself.",
  group_name: "Null for what concerns all groups, or one that was deleted.",
  about: "What it was done to, in words.",
  subject: "The place in the console that shows it; null if there is none.",
  subject_id:
    "The post's id for `post`, that of the post in the queue for `queue`, the category's for `content`; else null.",
  post_kind:
    "Whether the post of the queue has an image or a video (`media`) or neither (`text`), as it is now; null for anything else, and for a post that was deleted.",
});

export const activityDocs = documented(activityApi, {
  list: {
    summary: "Lists who did what, and when, the latest first.",
    description:
      "An entry is stored in the transaction of what it tells: nothing is listed that was rolled back, and a repeat under the same `Idempotency-Key` adds no second entry. Entries are kept for 180 days.",
    sample: {
      query: { group_id: 1, kind: "approved", user: "80351110224678912", skip: 0, limit: 50 },
      reply: [
        {
          id: 911,
          at: "2026-11-21T12:30:00Z",
          kind: "approved",
          user_id: "80351110224678912",
          user_name: "ana",
          group_id: 1,
          group_name: "Zimska kolekcija",
          about: "“Čaj, ćebe i dobra knjiga.”",
          detail: "zimska.kolekcija on Instagram",
          subject: "queue",
          subject_id: 54,
          post_kind: "text",
        },
      ],
    },
  },
  people: {
    summary: "Lists the people who are named in the activity, by name.",
    sample: { reply: [{ id: "80351110224678912", name: "ana" }] },
  },
});
