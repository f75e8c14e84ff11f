import type { z } from "@/shared/config/zod";
import type { queueItemSchema } from "./schema";

export const sampleQueueItem: z.input<typeof queueItemSchema> = {
  id: 31,
  status: "pending_approval",
  text_content: "Čaj, ćebe i dobra knjiga. Šta vama treba za savršeno popodne?",
  image_url: "/media/sandbox/31.svg",
  video_url: null,
  thumbnail_url: null,
  media_type: "image",
  title: null,
  group_name: "Zimska kolekcija",
  category_name: "Dnevna inspiracija",
  created_at: "2026-11-20T08:00:00Z",
  updated_at: "2026-11-20T08:00:00Z",
};
