import { sampleAccount } from "@/entities/account/contract-docs";
import { writtenTexts } from "@/entities/post/contract-docs";
import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { contentApi } from "./contract";
import {
  contentItemSchema,
  publishingResultSchema,
  publishingResults,
  type publishingResultsSchema,
} from "./schema";

contentItemSchema.register(z.globalRegistry, { id: "ContentItem" });

describeFields(contentItemSchema, {
  image_prompt: "What the picture was, or is to be, made from.",
  last_used_at: "When it was last published on any account; null is unused.",
  updated_at: "When it was last edited: the version that a change names.",
});
describeFields(contentApi.list.query, {
  is_active: "Only active or only inactive content; else both.",
  only_unused: "Only what was never published.",
  media_type: "Only content with that; content of text alone has neither.",
});
describeFields(contentApi.add.body, writtenTexts);
describeFields(contentApi.edit.body, {
  ...writtenTexts,
  expected_updated_at: "The `updated_at` of the version that was changed.",
});
describeFields(contentApi.publish.body, {
  title:
    "Reddit's headline, without which Reddit takes no post; elsewhere the alt text of the image. Optional: a backend that has it names `publish-title` among the `capabilities` of `GET /healthz`.",
  video_url: writtenTexts.video_url,
  social_account_ids: "Only on these accounts of the group; else on all that take it.",
});
describeFields(contentApi.postNow.query, {
  confirm_duplicates:
    "That someone has seen which posts of this content are scheduled or may be live on these accounts: the scheduled ones are replaced, the others are not live.",
});
describeFields(publishingResultSchema, {
  social_account_id: "Null where the account was deleted meanwhile.",
  status:
    "Where it is unknown the post may be live: someone has to look at the profile. Where it is `scheduled` the platform was not called, or took nothing: the post goes out later. Where it is `cancelled` somebody deleted the post before it was sent.",
  waits_for:
    "What the platform still does with a post that is `publishing`, or a person has to do there; why a `scheduled` one could not be sent yet.",
  waits_until: "When a `scheduled` one is tried, in ISO 8601; null if that is not known.",
});
publishingResults.register(z.globalRegistry, { description: "One per account." });

const sampleBody = {
  text_content: "Čaj, ćebe i dobra knjiga. Šta vama treba za savršeno popodne?",
  title: "Savršeno popodne",
  reddit_title: "Šta vama treba za savršeno popodne?",
  reddit_body: null,
  image_url: "/media/sandbox/31.svg",
  image_prompt: "A cup of tea on a wooden table, a wool blanket, soft window light",
};

const sampleImage: z.input<typeof contentItemSchema> = {
  id: 61,
  category_id: 21,
  ...sampleBody,
  video_url: null,
  thumbnail_url: null,
  media_type: "image",
  is_active: true,
  last_used_at: "2026-11-19T09:30:00Z",
  created_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-01T08:00:00Z",
};

const sampleVideo: z.input<typeof contentItemSchema> = {
  ...sampleImage,
  id: 62,
  image_url: null,
  video_url: "/media/sandbox/clip.mp4?v=1b2k9x4",
  thumbnail_url: sampleBody.image_url,
  media_type: "video",
  last_used_at: null,
};

const sampleResults: z.input<typeof publishingResultsSchema> = {
  publishing_results: [
    {
      social_account_id: sampleAccount.id,
      platform_type: sampleAccount.platform_type,
      platform_username: sampleAccount.platform_username,
      status: "published",
      error: null,
      waits_for: null,
      waits_until: null,
      published_post_url: "/sandbox/posts/42",
      scheduled_post_id: 42,
    },
  ],
};

export const contentDocs = documented(contentApi, {
  list: {
    summary: "Lists the content of a category's pool, oldest first, which is how it is used.",
    sample: {
      query: { is_active: true, only_unused: false, media_type: "image", skip: 0, limit: 1000 },
      reply: [sampleImage],
    },
  },
  add: {
    summary: "Adds content to a category's pool: active, and unused.",
    sample: { body: sampleBody, reply: { ...sampleImage, last_used_at: null } },
  },
  edit: {
    summary:
      "Changes the given fields of an item, or makes it active or inactive; posts in the queue and published ones keep their copy.",
    refusals: {
      409: "It was changed since the given version; the answer's `present` is what it is now, for other clients: the console reads it again.",
    },
    sample: {
      body: { title: "Savršeno popodne", expected_updated_at: "2026-11-01T08:00:00Z" },
      reply: sampleImage,
    },
  },
  convertToVideo: {
    summary:
      "Makes a video of an active item's picture, as a new active item that is answered; the old one becomes inactive. 409 for any other item.",
    refusals: {
      409: "It is a video, not active, or has no picture.",
      503: "The video could not be made now.",
    },
    sample: { reply: sampleVideo },
  },
  reconvertVideo: {
    summary: "Converts a video item again from its thumbnail; 409 for one without.",
    refusals: {
      409: "It is no video, or has no thumbnail.",
      503: "The video could not be made now.",
    },
    sample: { reply: sampleVideo },
  },
  clearLastUsed: {
    summary: "Makes content unused again; what is unused stays so.",
    sample: { reply: { ...sampleImage, last_used_at: null } },
  },
  postNow: {
    summary:
      "Publishes content at once on accounts of its group, at most once on each, and says how it went on each. 409 where one is inactive or its platform does not take such content, or where the content is scheduled already or may be live; then nothing goes out.",
    description:
      "Posts of one account go out one after the other, and not before its platform takes them: until then a post is `scheduled`.",
    refusals: {
      409: "An account is not active, or its platform does not take such content, or the content is scheduled there already, or publishing of its group is paused; or somebody cancelled all its posts before a platform was called.",
      503: "The same command was sent before, and is still being carried out.",
    },
    sample: {
      query: { confirm_duplicates: false },
      body: { social_account_ids: [sampleAccount.id] },
      reply: sampleResults,
    },
  },
  unsettledPosts: {
    summary:
      "Lists the posts of an item that are scheduled, being published or may be live, soonest first.",
    sample: {
      reply: [
        {
          id: 41,
          status: "scheduled",
          publish_at: "2026-11-21T18:30:00Z",
          social_account_id: sampleAccount.id,
          platform_type: sampleAccount.platform_type,
          platform_username: sampleAccount.platform_username,
        },
      ],
    },
  },
  remove: {
    summary:
      "Deletes content from the pool; posts in the queue and published ones keep their copy.",
    sample: {},
  },
  publish: {
    summary:
      "Publishes a text at once on every active account of a group that takes it, at most once on each; 409 where there is none.",
    description:
      "Posts of one account go out one after the other, and not before its platform takes them: until then a post is `scheduled`. `social_account_ids` is optional: a backend that has it names `publish-accounts` among the `capabilities` of `GET /healthz`.",
    refusals: {
      404: "There is no such group.",
      409: "No active account of the group takes it, or publishing of the group is paused, or somebody cancelled all its posts before a platform was called.",
      503: "The same command was sent before, and is still being carried out.",
    },
    sample: {
      body: {
        account_group_id: 1,
        text_content: "Sutra radimo do 22 h. Dođite na čaj!",
        image_url: null,
      },
      reply: { ...sampleResults, message: "Published on 1 of 1 account." },
    },
  },
});
