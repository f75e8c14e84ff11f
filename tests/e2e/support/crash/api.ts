import { tokenFrom } from "../console";
import type { Answer, Command, Scene } from "./commands";

export type Api = Awaited<ReturnType<typeof signIn>>;

/** Signs in to a server that may be killed at any moment. @returns its API */
export async function signIn(origin: string) {
  const headers = {
    authorization: `Bearer ${await tokenFrom(origin)}`,
    "content-type": "application/json",
  };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/api/v1/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.timeout(30_000),
    });
  const list = async (path: string): Promise<number[] | undefined> => {
    try {
      const response = await ask(path);
      return response.ok
        ? ((await response.json()) as { id: number }[]).map(({ id }) => id)
        : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    /** Returns the answer, or undefined if there was none. */
    send: async ({ key, path, body }: Pick<Command, "key" | "path" | "body">) => {
      try {
        const response = await ask(path, {
          method: "POST",
          headers: { "idempotency-key": key },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const answer: Answer = {
          status: response.status,
          body: await response.text(),
          isReplay: response.headers.get("idempotent-replayed") === "true",
        };
        return answer;
      } catch {
        return undefined;
      }
    },
    /** Returns the ids of posts that wait for approval; none if there is no answer. */
    pending: async (): Promise<number[]> =>
      (await list("publishing/content-queue?status=pending_approval&limit=100")) ?? [],
    /** Returns true if posts are scheduled or being published, or if there is no answer. */
    hasUpcoming: async (): Promise<boolean> =>
      (await list("publishing/scheduled-posts?limit=1"))?.length !== 0,
  };
}

/**
 * The platforms of the group's accounts, several of which have more than one: platforms are called at
 * the same time, and so are the accounts of a platform.
 */
const keysOf = {
  bluesky: { identifier: "zima", password: "abcd-efgh-ijkl-mnop" },
  threads: { threads_user_id: "17841400000000000", access_token: "token" },
  x_twitter: { bearer_token: "token" },
};
const accounts = [
  ...Array.from({ length: 3 }, (_, n) => ["bluesky", n] as const),
  ...Array.from({ length: 2 }, (_, n) => ["threads", n] as const),
  ...Array.from({ length: 2 }, (_, n) => ["x_twitter", n] as const),
];

/** Creates a group with accounts on several platforms and a category. */
export async function setTheScene(api: Api): Promise<Scene> {
  const make = async (path: string, body: unknown) => {
    const answer = await api.send({ key: crypto.randomUUID(), path, body });
    if (answer?.status !== 201) throw new Error(`${path}: ${answer?.body}`);
    return (JSON.parse(answer.body) as { id: number }).id;
  };
  const groups = "publishing/account-groups";
  const groupId = await make(groups, { name: "Zimska kolekcija", description: null });
  const accountIds = [];
  for (const [platform, n] of accounts) {
    const account = {
      platform_type: platform,
      platform_username: `zima${n}`,
      credentials: keysOf[platform],
    };
    accountIds.push(await make(`${groups}/${groupId}/accounts`, account));
  }
  const categoryId = await make(`${groups}/${groupId}/categories`, {
    name: "Dnevna inspiracija",
    category_type: "evergreen",
    image_posts_per_day: 0,
    video_posts_per_day: 0,
    text_posts_per_day: 1,
    daily_generation_active: false,
  });
  return { groupId, categoryId, accountIds };
}
