import { endpoint } from "@/shared/api/endpoint";
import { ofGroup } from "@/shared/api/list-query";
import { z } from "@/shared/config/zod";
import { queueCountsSchema } from "./schema";

/** The queue's call that counts the posts that wait for approval; here because the sidebar shows the count on every screen. */
export const queueCounts = endpoint.get("publishing/content-queue/counts", {
  capability: "queue-counts",
  query: z.object(ofGroup),
  reply: queueCountsSchema,
});
