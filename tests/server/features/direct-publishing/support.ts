import { beforeEach } from "vitest";
import { contentApi } from "@/features/content/contract";
import type { Id } from "@/shared/api/id";
import { addContent, group, postNowOn, publishingForEach, refusal, world } from "../support.ts";

export const text = "Sutra radimo do 22 h. Dođite na čaj!";
export const image = "/media/sandbox/31.svg";

export let category: number;

/** Opens a world with a category for each test; see `publishingForEach`. */
export function directForEach(...options: Parameters<typeof publishingForEach>): void {
  publishingForEach(...options);
  beforeEach(async () => {
    category = await world.addCategory(group);
  });
}

/** Adds content to the pool of the category. */
export const addItem = (more: Parameters<typeof addContent>[1] = {}) =>
  addContent(category, { text_content: text, ...more });

export const post = (id: Id, ids: readonly Id[]) =>
  world.call(contentApi.postNow, postNowOn(id, ids));
export const refused = (id: Id, ids: readonly Id[]) =>
  world.refusal(contentApi.postNow, postNowOn(id, ids));

/** Publishes a text directly to the group. */
export const directly = (more: object = {}) =>
  ({ body: { account_group_id: group, text_content: text, ...more } }) as const;

export const send = (path: string, json: unknown, key: string) =>
  world.request(path, { method: "POST", json, headers: { "Idempotency-Key": key } });

/** Returns the context that the server gives a call, without the stored answers to commands. */
export const run = () => ({ ...world.run, conclude: world.transaction });

export const live = { ok: true, externalId: "x-1", url: "/sandbox/posts/1" } as const;
export const isUnderWay = refusal(503, "This is being published now.");
