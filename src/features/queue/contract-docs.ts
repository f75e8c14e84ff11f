import { sampleQueueItem } from "@/entities/post/contract-docs";
import { documented } from "@/shared/api/documented";
import { queueApi } from "./contract";

export const queueDocs = documented(queueApi, {
  list: {
    summary: "Lists generated posts of one status, oldest first.",
    sample: { query: { status: "pending_approval", skip: 0, limit: 5 }, reply: [sampleQueueItem] },
  },
  approve: {
    summary:
      "Approves a pending post and schedules it on its category's accounts; 409 for any other status.",
    refusals: { 409: "The post is not pending any more." },
    sample: { reply: { ...sampleQueueItem, status: "approved", left_out: null } },
  },
  reject: {
    summary: "Rejects a pending post; 409 for any other status.",
    refusals: { 409: "The post is not pending any more." },
    sample: { reply: { ...sampleQueueItem, status: "rejected" } },
  },
});
