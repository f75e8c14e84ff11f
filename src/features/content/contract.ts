import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import {
  contentItemSchema,
  contentQuerySchema,
  directPostResultsSchema,
  directPostSchema,
  newContentItemSchema,
  postNowSchema,
  publishingResultsSchema,
} from "./schema";

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
  convertToVideo: endpoint.post("publishing/content-items/{id}/convert-to-video", {
    status: 201,
    reply: contentItemSchema,
    isReplyOptional: true,
  }),
  reconvertVideo: endpoint.post("publishing/content-items/{id}/reconvert-video", {
    reply: contentItemSchema,
    isReplyOptional: true,
  }),
  clearLastUsed: endpoint.post("publishing/content-items/{id}/clear-last-used", {
    reply: contentItemSchema,
    isReplyOptional: true,
  }),
  postNow: endpoint.post("publishing/content-items/{id}/post-now", {
    body: postNowSchema,
    reply: publishingResultsSchema,
  }),
  remove: endpoint.delete("publishing/content-items/{id}"),
  publish: endpoint.post("publishing/publish", {
    body: directPostSchema,
    reply: directPostResultsSchema,
  }),
};
