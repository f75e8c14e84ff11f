import { eq } from "drizzle-orm";
import { afterEach, beforeEach, vi } from "vitest";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import type { RequestOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { sandboxPublisher } from "../../../server/adapters/sandbox/publisher.ts";
import { accounts, contentItems, scheduledPosts } from "../../../server/db/schema.ts";
import { enqueueDue } from "../../../server/features/scheduler/due.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import { committed } from "../../support/publisher.ts";
import { createWorld, type World } from "../world.ts";

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** The server of the running test, and a group in it. */
export let world: World;
export let group: number;

type Options = Parameters<typeof createWorld>[0];

/** Opens a server of its own for each test of a file, and closes it afterwards. */
export function worldForEach(options: () => Options = () => ({})): void {
  beforeEach(async () => {
    world = await createWorld(options());
    group = await world.addGroup();
  });
  afterEach(() => world.close());
}

/** The posts that the platforms are asked to publish in a world of `publishingForEach`. */
export const publish = vi.fn<Publisher["publish"]>();

/** Does the same, with `publish` between the server and the sandbox's platforms. */
export function publishingForEach(options: () => NonNullable<Options> = () => ({})): void {
  beforeEach(() => {
    publish.mockReset().mockImplementation(sandboxPublisher.publish);
  });
  worldForEach(() => {
    const { ports, ...more } = options();
    return { ...more, ports: { publisher: { ...sandboxPublisher, publish }, ...ports } };
  });
}

/** A platform that gets a post and never answers. */
export const silent = committed(async () => {
  throw new Error("socket hang up, Authorization: Bearer secret");
});

/** A promise that the test resolves. */
function pending<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}

/** Makes the next call to a platform wait until the test answers it. */
export function openCall() {
  const answered = pending<Awaited<ReturnType<Publisher["publish"]>>>();
  const begun = pending<void>();
  publish.mockImplementationOnce(
    committed(() => {
      begun.resolve();
      return answered.promise;
    }),
  );
  return { begun: begun.promise, answer: answered.resolve };
}

/** Adds an account with keys that the sandbox takes. */
export async function addAccountOn(
  platform_type: PlatformType,
  platform_username: string,
  key = "good",
) {
  const fields = platforms[platform_type].fields.map(({ name }) => [name, key]);
  const { id } = await world.call(accountsApi.add, {
    params: { id: group },
    body: {
      platform_type,
      platform_username,
      credentials: key ? Object.fromEntries(fields) : {},
    },
  });
  return Number(id);
}

export const setAccount = (id: number, values: Partial<typeof accounts.$inferInsert>) =>
  world.database.db.update(accounts).set(values).where(eq(accounts.id, id));

/** Generates and approves a post on the accounts of the group. @returns its item in the queue */
export async function approveNew(of = group): Promise<number> {
  const ids = await world.generate(await world.addCategory(of));
  const id = ids.at(-1) ?? 0;
  await world.approve(id);
  return id;
}

/** Does the same on a new account, and advances the clock until it is due. @returns the account */
export async function due(username?: string): Promise<number> {
  const account = await world.addAccount(group, username);
  await approveNew();
  world.clock.advance(61_000);
  return account;
}

/** Advances the clock, then does what a running server does every minute. */
export async function later(milliseconds: number): Promise<void> {
  world.clock.advance(milliseconds);
  await world.transaction(enqueueDue);
  await world.runJobs();
}

/** Returns a refusal of the server in these words. */
export const refusal = (status: number, detail: unknown) => ({ status, detail });

/** Changes all posts, or those of this id. */
export const setPosts = (values: Partial<typeof scheduledPosts.$inferInsert>, id?: number) =>
  world.database.db
    .update(scheduledPosts)
    .set(values)
    .where(id === undefined ? undefined : eq(scheduledPosts.id, id));

/** Adds content with an image to the pool of a category. */
export const addContent = (
  category: number,
  more: Partial<RequestOf<typeof contentApi.add>["body"]> = {},
) =>
  world.call(contentApi.add, {
    params: { id: category },
    body: { text_content: "Sneg je pao.", image_url: "/media/sandbox/31.svg", ...more },
  });

/** Posts content now on these accounts. */
export const postNowOn = (id: Id, ids: readonly Id[]) => ({
  params: { id },
  body: { social_account_ids: [...ids] },
});

export const inMinutes = (minutes: number) =>
  new Date(world.clock.now().getTime() + minutes * minute);

export const statuses = async () => (await world.posts()).map(({ status }) => status);

export async function onlyPost() {
  const [post] = await world.posts();
  if (!post) throw new Error("There is no post.");
  return post;
}

/** Returns the content of all pools, oldest first. */
export const pool = () => world.database.db.select().from(contentItems).orderBy(contentItems.id);
