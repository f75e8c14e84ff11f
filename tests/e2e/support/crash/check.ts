import { type Command, type Kind, postsPerGeneration, type Scene } from "./commands";
import type { Query, Store } from "./store";

export type Verdict = {
  /** Acknowledged effects that are missing, one sentence each. */
  readonly lost: readonly string[];
  /** Effects that exist more than once, or that no command asked for. */
  readonly doubled: readonly string[];
  readonly posts: Readonly<Record<string, number>>;
};

type Post = { id: number; queue_item_id: number; account_id: number; status: string };
type Item = { id: number; status: string; origin: string | null; content_item_id: number | null };

/**
 * Compares the answers with the stored records, and both with the posts that platforms received.
 */
export async function check(
  store: Store,
  scene: Scene,
  commands: readonly Command[],
): Promise<Verdict> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const expectCount = (what: string, found: number, wanted: number) => {
    if (found < wanted) lost.push(`${what}: ${found} of ${wanted}`);
    if (found > wanted) doubled.push(`${what}: ${found} instead of ${wanted}`);
  };
  const { items, posts, marks } = await store.use(readRecords);
  const count = counted(posts.map(({ status }) => status));
  const of = (kind: Kind) => commands.filter((command) => command.kind === kind);
  const expectPosts = (what: string, item: Item) => {
    for (const account of scene.accountIds) {
      const found = posts.filter(
        (post) => post.queue_item_id === item.id && post.account_id === account,
      );
      expectCount(`${what}, posts on account ${account}`, found.length, 1);
    }
  };

  for (const [kind] of named) {
    const found = counted(marks.get(kind) ?? []);
    for (const { mark } of of(kind)) expectCount(mark, found[mark] ?? 0, 1);
  }

  const tasks = counted(items.flatMap(({ origin }) => taskIn(origin) ?? []));
  const known = new Set<string>();
  for (const { answer } of of("generate")) {
    const task = (JSON.parse(answer?.body ?? "{}") as { task_id: string }).task_id;
    known.add(task);
    expectCount(`Generation ${task}`, tasks[task] ?? 0, postsPerGeneration);
  }
  for (const task of Object.keys(tasks)) {
    if (!known.has(task)) doubled.push(`Generation ${task}, of which nobody was told`);
  }

  const decisions = [
    ["approve", "approved"],
    ["reject", "rejected"],
  ] as const;
  for (const [kind, status] of decisions) {
    for (const { mark } of of(kind)) {
      const item = items.find(({ id }) => String(id) === mark);
      expectCount(`Post ${mark} ${status}`, item?.status === status ? 1 : 0, 1);
      if (item && kind === "approve") expectPosts(`Post ${mark}`, item);
    }
  }

  for (const { key, mark, kind } of [...of("post-now"), ...of("publish")]) {
    const ordered = items.filter(({ origin }) => origin?.includes(key));
    expectCount(`${kind} ${mark}`, ordered.length, 1);
    for (const item of ordered) expectPosts(`${kind} ${mark}`, item);
  }

  const given = counted((await store.journal()).map(String));
  for (const { id, status } of posts) {
    const calls = given[id] ?? 0;
    const [least, most] = callsOf[status] ?? [0, 0];
    if (calls < least) lost.push(`Post ${id} is ${status}, and its platform never got it`);
    if (calls > most) doubled.push(`Post ${id} is ${status}, and went out ${calls} times`);
  }
  const ids = new Set(posts.map(({ id }) => String(id)));
  for (const id of Object.keys(given)) {
    if (!ids.has(id)) lost.push(`Post ${id} went out, and nothing is known of it`);
  }
  if (count.publishing) lost.push(`Posts that stay 'publishing': ${count.publishing}`);
  return { lost, doubled, posts: count };
}

async function readRecords(query: Query) {
  const marks = new Map<Kind, string[]>();
  for (const [kind, table, column] of named) {
    const rows = await query<{ mark: string }>(`select ${column} as mark from ${table}`);
    marks.set(
      kind,
      rows.map(({ mark }) => mark),
    );
  }
  return {
    items: await query<Item>("select id, status, origin, content_item_id from queue_items"),
    posts: await query<Post>("select id, queue_item_id, account_id, status from scheduled_posts"),
    marks,
  };
}

/** Commands that create a row, with its table and the column that holds the command's mark. */
const named: readonly (readonly [Kind, table: string, column: string])[] = [
  ["group", "groups", "name"],
  ["product", "products", "name"],
  ["content", "content_items", "text_content"],
];

/** The number of times that a platform may have received a post of each status. */
const callsOf: Readonly<Record<string, readonly [least: number, most: number]>> = {
  scheduled: [0, 0],
  publishing: [0, 1],
  published: [1, 1],
  unknown: [0, 1],
  failed: [0, 0],
};

/** Returns the task of a generated post, whose origin is `{task}:{category}:{n}`. */
const taskIn = (origin: string | null) => /^([0-9a-f-]{36}):/.exec(origin ?? "")?.[1];

function counted(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
