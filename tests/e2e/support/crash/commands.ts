import type { Random } from "../../../support/random";

/** One command of an operator, sent under the same key until it is answered. */
export type Command = {
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  readonly body?: unknown;
  /** Identifies its effect: a name, a text, or the id of the record concerned. */
  readonly mark: string;
  answer?: Answer;
};

export type Answer = { readonly status: number; readonly body: string; readonly isReplay: boolean };

export type Kind =
  | "group"
  | "product"
  | "content"
  | "generate"
  | "approve"
  | "reject"
  | "post-now"
  | "publish";

export const postsPerGeneration = 3;

/** The group that all commands concern, with its active accounts. */
export type Scene = {
  readonly groupId: number;
  readonly categoryId: number;
  readonly accountIds: readonly number[];
};

/** The relative frequency of each kind, as long as there is a record for it. */
const weights: readonly (readonly [Kind, number])[] = [
  ["group", 1],
  ["product", 3],
  ["content", 3],
  ["generate", 3],
  ["approve", 5],
  ["reject", 1],
  ["post-now", 4],
  ["publish", 2],
];
const weightedKinds = weights.flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind),
);

/** Creates random commands. Each pending post and each content item is used by one of them only. */
export function createOperator({ groupId, categoryId, accountIds }: Scene, random: Random) {
  const pending: number[] = [];
  const pool: number[] = [];
  const seen = new Set<number>();
  let count = 0;

  const about = (kind: Kind, path: string, mark: string, body?: unknown): Command => ({
    kind,
    key: crypto.randomUUID(),
    path,
    mark,
    ...(body !== undefined && { body }),
  });

  const make: Readonly<Record<Kind, (n: number) => Command | undefined>> = {
    group: (n) =>
      about("group", "publishing/account-groups", `Grupa ${n}`, {
        name: `Grupa ${n}`,
        description: null,
      }),
    product: (n) =>
      about("product", "admin/products/", `Proizvod ${n}`, {
        name: `Proizvod ${n}`,
        product_image_url: "https://cdn.example.com/sal.jpg",
        description: "Topao vuneni šal.",
      }),
    content: (n) =>
      about("content", `publishing/categories/${categoryId}/items`, `Sadržaj ${n}`, {
        text_content: `Sadržaj ${n}`,
      }),
    generate: () =>
      about(
        "generate",
        `admin/content-generation/trigger/${categoryId}?num_posts=${postsPerGeneration}&type=text`,
        "",
      ),
    approve: () => decide("approve"),
    reject: () => decide("reject"),
    "post-now": () => {
      const id = pool.shift();
      if (id === undefined) return undefined;
      const path = `publishing/content-items/${id}/post-now`;
      return about("post-now", path, String(id), { social_account_ids: accountIds });
    },
    publish: (n) =>
      about("publish", "publishing/publish", `Odmah ${n}`, {
        account_group_id: groupId,
        text_content: `Odmah ${n}`,
        image_url: null,
      }),
  };

  function decide(kind: "approve" | "reject") {
    const id = pending.shift();
    if (id === undefined) return undefined;
    return about(kind, `publishing/content-queue/${id}/${kind}`, String(id));
  }

  return {
    think: (): Command => {
      for (;;) {
        const kind = random.pick(weightedKinds);
        const command = kind && make[kind](count);
        if (!command) continue;
        count += 1;
        return command;
      }
    },
    /** Approvals of all posts that wait, so that many posts are due at the same time. */
    approveAll: (): Command[] =>
      Array.from({ length: pending.length }, () => decide("approve") ?? []).flat(),
    /** Adds posts that wait for approval, except those it knows already. */
    noticePending: (ids: readonly number[]) => {
      for (const id of ids) {
        if (seen.has(id)) continue;
        seen.add(id);
        pending.push(id);
      }
    },
    /** Adds the content item that an answer reports, for later commands. */
    noticeAnswer: ({ kind, answer }: Command) => {
      if (kind === "content" && answer?.status === 201) {
        pool.push((JSON.parse(answer.body) as { id: number }).id);
      }
    },
  };
}
