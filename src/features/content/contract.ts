import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import {
  contentItemChangeSchema,
  contentItemSchema,
  contentQuerySchema,
  directPostResultsSchema,
  directPostSchema,
  newContentItemSchema,
  postNowSchema,
  publishingResultsSchema,
  unsettledPostsSchema,
} from "./schema";

/** The capability of a backend that reads the accounts of `publish`. */
export const publishAccountsCapability = { capability: "publish-accounts" };
/** The same for its title. */
export const publishTitleCapability = { capability: "publish-title" };

export const contentApi = {
  list: endpoint.get("publishing/categories/{id}/items", {
    query: contentQuerySchema,
    reply: listing(contentItemSchema),
  }),
  add: endpoint.post("publishing/categories/{id}/items", {
    status: 201,
    body: newContentItemSchema,
    reply: contentItemSchema,
    isReplyOptional: true,
  }),
  edit: endpoint.patch("publishing/content-items/{id}", {
    capability: "item-edit",
    body: contentItemChangeSchema,
    reply: contentItemSchema,
  }),
  convertToVideo: endpoint.post("publishing/content-items/{id}/convert-to-video", {
    isLong: true,
    status: 201,
    reply: contentItemSchema,
    isReplyOptional: true,
  }),
  reconvertVideo: endpoint.post("publishing/content-items/{id}/reconvert-video", {
    isLong: true,
    reply: contentItemSchema,
    isReplyOptional: true,
  }),
  clearLastUsed: endpoint.post("publishing/content-items/{id}/clear-last-used", {
    reply: contentItemSchema,
    isReplyOptional: true,
  }),
  postNow: endpoint.post("publishing/content-items/{id}/post-now", {
    isLong: true,
    query: z.object({
      confirm_duplicates: z._default(z.boolean(), false),
    }),
    body: postNowSchema,
    reply: publishingResultsSchema,
  }),
  unsettledPosts: endpoint.get("publishing/content-items/{id}/unsettled-posts", {
    capability: "unsettled-posts",
    reply: unsettledPostsSchema,
  }),
  remove: endpoint.delete("publishing/content-items/{id}"),
  publish: endpoint.post("publishing/publish", {
    isLong: true,
    body: directPostSchema,
    reply: directPostResultsSchema,
  }),
};
