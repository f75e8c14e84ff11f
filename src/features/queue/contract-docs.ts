import { queueItemTexts, sampleQueueItem, writtenTexts } from "@/entities/post/contract-docs";
import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { queueApi } from "./contract";
import { approvedSchema } from "./schema";

const onlyOfGroup = "Only this group's posts; else all.";

describeFields(queueApi.list.query, {
  status: "Only posts of that status; else all.",
  group_id: onlyOfGroup,
});
describeFields(queueApi.counts.query, { group_id: onlyOfGroup });
describeFields(queueApi.approve.query, {
  publish_at: "When it goes out, in ISO 8601; without it at the next slot.",
  social_account_ids:
    "Ids of accounts of the group, separated by commas; without them as the category says.",
  expected_updated_at: "The `updated_at` of the version that the operator has seen.",
  expected_account_ids:
    "Ids of the accounts of `goes_out_on` without a `why` that the operator has seen, separated by commas.",
});
describeFields(approvedSchema, {
  ...queueItemTexts,
  left_out: "Why it does not go out on some accounts, or not yet, in sentences; else null.",
  posts: "The posts that were made.",
});
describeFields(queueApi.edit.body, {
  ...writtenTexts,
  expected_updated_at: "The `updated_at` of the version that was changed.",
});

export const queueDocs = documented(queueApi, {
  list: {
    summary: "Lists generated posts of one status: oldest first, decided ones newest first.",
    sample: { query: { status: "pending_approval", skip: 0, limit: 5 }, reply: [sampleQueueItem] },
  },
  counts: {
    summary:
      "Counts the posts that wait for approval by kind: with an image or a video, or of text alone.",
    sample: {
      query: {},
      reply: { pending_approval: { media: 3, text: 1 } },
    },
  },
  approve: {
    summary:
      "Approves a pending post and schedules it: on its category's accounts at their next slots, or where and when the query says; 409 for any other status.",
    description:
      "The query is optional: a backend that has it names `approve-at` among the `capabilities` of `GET /healthz`. The 409 of a post that is not what the operator has seen has the present post in `present`, beside the `detail`. That is for other clients: the console reads the post again.",
    refusals: {
      409: "The post is not pending any more, is not what was expected, or none of the chosen accounts takes it.",
    },
    sample: {
      query: {},
      reply: {
        ...sampleQueueItem,
        status: "approved",
        left_out: null,
        posts: [
          {
            scheduled_post_id: 41,
            social_account_id: 11,
            platform_type: "bluesky",
            platform_username: "zimska.bsky.social",
            publish_at: "2026-11-21T18:30:00Z",
          },
        ],
        accounts_left_out: [],
      },
    },
  },
  reject: {
    summary: "Rejects a pending post; 409 for any other status.",
    refusals: { 409: "The post is not pending any more." },
    sample: { reply: { ...sampleQueueItem, status: "rejected" } },
  },
  detail: {
    summary: "One generated post, and whether it can still be changed.",
    sample: { reply: { ...sampleQueueItem, locked: null } },
  },
  edit: {
    summary: "Changes a generated post of which nothing has gone out yet, approved or not.",
    description:
      "The 409 of a version that was changed meanwhile has the present post in `present`, beside the `detail`. That is for other clients: the console reads the post again.",
    refusals: { 409: "It was changed meanwhile, was rejected, or is being published." },
    sample: {
      body: {
        text_content: "Čaj, ćebe i dobra knjiga.",
        expected_updated_at: "2026-11-20T08:00:00Z",
      },
      reply: { ...sampleQueueItem, text_content: "Čaj, ćebe i dobra knjiga." },
    },
  },
  reopen: {
    summary:
      "Takes a decision back: an approved post whose posts have not begun waits for approval again and they are cancelled, a rejected one within 7 days.",
    refusals: { 409: "It has begun to go out, waits already, or was rejected too long ago." },
    sample: { reply: sampleQueueItem },
  },
});
