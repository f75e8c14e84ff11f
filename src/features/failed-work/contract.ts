import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { messageSchema } from "@/shared/api/message";
import { failedWorkSchema } from "./schema";

export const failedWorkApi = {
  list: endpoint.get("admin/failed-work/", {
    capability: "failed-work",
    reply: listing(failedWorkSchema),
  }),
  runAgain: endpoint.post("admin/failed-work/{id}/run-again", {
    capability: "failed-work",
    status: 202,
    reply: messageSchema,
  }),
};
