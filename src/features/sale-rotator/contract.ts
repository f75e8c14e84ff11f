import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { messageSchema } from "@/shared/api/reply/message";
import { z } from "@/shared/config/zod";
import {
  confirmedStepRequestSchema,
  confirmedStepSchema,
  rotationSchema,
  saleSettingsSchema,
  saleSettingsUpdateSchema,
} from "./schema";

export const saleRotatorApi = {
  settings: endpoint.get("admin/sale-rotator/settings/{groupId}", {
    reply: saleSettingsSchema,
  }),
  saveSettings: endpoint.put("admin/sale-rotator/settings/{groupId}", {
    body: saleSettingsUpdateSchema,
    reply: saleSettingsSchema,
    isReplyOptional: true,
  }),
  trigger: endpoint.post("admin/sale-rotator/trigger/{groupId}", {
    isLong: true,
    query: z.object({
      dry_run: z.boolean(),
    }),
    reply: rotationSchema,
  }),
  restore: endpoint.post("admin/sale-rotator/restore/{groupId}", {
    isLong: true,
    capability: "sale-rotator-restore",
    query: z.object({
      dry_run: z.boolean(),
    }),
    reply: rotationSchema,
  }),
  triggerStep: endpoint.post("admin/sale-rotator/trigger-step/{groupId}", {
    isLong: true,
    isSentBack: true,
    body: confirmedStepRequestSchema,
    reply: confirmedStepSchema,
  }),
  stop: endpoint.post("admin/sale-rotator/stop/{groupId}", {
    capability: "sale-rotator-stop",
    query: z.object({
      run_id: z.optional(idSchema),
    }),
    reply: messageSchema,
  }),
};
