import { describeFields } from "@/shared/api/docs/describe-fields";
import { z } from "@/shared/config/zod";
import { destinationSchema, queueItemSchema, subredditResultSchema } from "./contract";

queueItemSchema.register(z.globalRegistry, { id: "QueueItem" });

/** Of `writtenFields`. */
export const writtenTexts = {
  reddit_title: "Reddit takes fewer than 300 characters; longer ones are kept all the same.",
  video_url:
    "Posted in place of the image. Optional: a backend that takes it names `own-videos` among the `capabilities` of `GET /healthz`.",
};

export const queueItemTexts = {
  goes_out_on: "Where and when a pending post goes out if it is approved now.",
  locked: "Why it cannot be changed or reopened any more, as a sentence; null if it can.",
};

describeFields(queueItemSchema, queueItemTexts);
describeFields(destinationSchema, {
  why: "Why the account would be left out; null if the post would go out on it.",
  publish_at: "Its next slot, to the minute.",
});

export const subredditResultsText =
  "What became of a Reddit post in each of its subreddits; missing for a post that is not for several.";

describeFields(subredditResultSchema, {
  name: "Without `r/`.",
  status:
    "`accepted`: Reddit processes the media. `unknown`: its answer was lost, and the post may be live there.",
  url: "The address of the post there, if it is known.",
  error: "Why the subreddit refused the post, in Reddit's words.",
});

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
  goes_out_on: [
    {
      social_account_id: 11,
      platform_type: "bluesky",
      platform_username: "zimska.bsky.social",
      why: null,
      publish_at: "2026-11-20T13:20:00Z",
    },
  ],
};
