import type { queueItems, scheduledPosts } from "../../../server/db/schema.ts";

/** The end of one call to the platform; `dies` is a process that is killed during it. */
export type End = "taken" | "refused" | "lost before" | "lost after" | "dies before" | "dies after";

type Item = {
  readonly status: (typeof queueItems.$inferSelect)["status"];
  readonly text: string;
  /** `updated_at`; "new" if it was changed in this step. */
  readonly version: string;
};

type Post = {
  readonly item: number;
  readonly account: number | null;
  readonly status: (typeof scheduledPosts.$inferSelect)["status"];
  /** The time when it is due; 0 for at once. */
  readonly at: number;
};

export type State = {
  readonly isPaused: boolean;
  readonly items: Readonly<Record<number, Item>>;
  readonly posts: Readonly<Record<number, Post>>;
};

export type Answer = {
  readonly status: number;
  readonly body: {
    readonly detail?: unknown;
    readonly present?: { readonly text_content: string };
    readonly posts?: readonly {
      readonly scheduled_post_id: number;
      readonly social_account_id: number;
      readonly publish_at: string;
    }[];
  };
};

/** A command as it was sent, and its answer. */
export type Sent = (
  | { readonly does: "approve"; readonly item: number; at: number | null; accounts: number[] }
  | { readonly does: "reopen" | "reject"; readonly item: number }
  | { readonly does: "edit"; readonly item: number; text: string; version: string }
  | { readonly does: "reschedule"; readonly post: number; readonly at: number }
  | { readonly does: "cancel" | "publish now" | "retry"; readonly post: number }
  | { readonly does: "pause" | "resume" }
) & { answer: Answer };

export const begun: ReadonlySet<Post["status"]> = new Set(["publishing", "published", "unknown"]);

export const postsOf = ({ posts }: State, item: number) =>
  Object.entries(posts).filter(([, post]) => post.item === item);

const withItem = (state: State, id: number, change: Partial<Item>): State => {
  const item = state.items[id];
  if (!item) throw new Error("There is no such item.");
  return { ...state, items: { ...state.items, [id]: { ...item, version: "new", ...change } } };
};

export const withPost = (state: State, id: number, change: Partial<Post>): State => {
  const post = state.posts[id];
  if (!post) throw new Error("There is no such post.");
  return { ...state, posts: { ...state.posts, [id]: { ...post, ...change } } };
};

const withoutPosts = (state: State, ids: readonly string[]): State => ({
  ...state,
  posts: Object.fromEntries(Object.entries(state.posts).filter(([id]) => !ids.includes(id))),
});

/**
 * Returns the state after a command, if the command's answer is right in this state; else undefined.
 * A refused command changes nothing.
 */
function after(state: State, sent: Sent): State | undefined {
  const { status } = sent.answer;
  const refuses = (code: number) => (status === code ? state : undefined);
  switch (sent.does) {
    case "pause":
    case "resume":
      return status === 200 ? { ...state, isPaused: sent.does === "pause" } : undefined;
    case "approve":
    case "reject":
    case "reopen":
    case "edit": {
      const item = state.items[sent.item];
      if (!item) return refuses(404);
      return afterOfItem(state, item, sent);
    }
    default: {
      const post = state.posts[sent.post];
      if (!post) return refuses(404);
      if (sent.does === "publish now" && state.isPaused) return refuses(409);
      if (post.status !== (sent.does === "retry" ? "failed" : "scheduled")) return refuses(409);
      if (sent.does === "cancel") {
        if (status !== 204) return undefined;
        const left = withoutPosts(state, [String(sent.post)]);
        const isLast = postsOf(left, post.item).length === 0;
        return isLast ? withItem(left, post.item, { status: "rejected" }) : left;
      }
      const at = sent.does === "reschedule" ? sent.at : 0;
      return status === 200 ? withPost(state, sent.post, { status: "scheduled", at }) : undefined;
    }
  }
}

type OfItem = Extract<Sent, { readonly item: number }>;

function afterOfItem(state: State, item: Item, sent: OfItem): State | undefined {
  const { status, body } = sent.answer;
  const refused = status === 409 && !body.present ? state : undefined;
  const isBegun = postsOf(state, sent.item).some(([, post]) => begun.has(post.status));
  switch (sent.does) {
    case "approve": {
      if (item.status !== "pending_approval") return refused;
      const made = body.posts ?? [];
      const isAsWanted =
        String(made.map((post) => post.social_account_id).sort()) === String(sent.accounts) &&
        made.every(({ publish_at }) => sent.at === null || Date.parse(publish_at) === sent.at);
      if (status !== 200 || !isAsWanted) return undefined;
      const posts = made.map((post): [number, Post] => [
        post.scheduled_post_id,
        {
          item: sent.item,
          account: post.social_account_id,
          status: "scheduled",
          at: Date.parse(post.publish_at),
        },
      ]);
      const next = withItem(state, sent.item, { status: "approved" });
      return { ...next, posts: { ...next.posts, ...Object.fromEntries(posts) } };
    }
    case "reject":
      if (item.status !== "pending_approval") return refused;
      return status === 200 ? withItem(state, sent.item, { status: "rejected" }) : undefined;
    case "reopen": {
      if (item.status === "pending_approval" || isBegun) return refused;
      if (status !== 200) return undefined;
      const ids = postsOf(state, sent.item).map(([id]) => id);
      return withItem(withoutPosts(state, ids), sent.item, { status: "pending_approval" });
    }
    case "edit":
      if (sent.version !== item.version) {
        return status === 409 && body.present?.text_content === item.text ? state : undefined;
      }
      if (item.status === "rejected" || isBegun) return refused;
      return status === 200 ? withItem(state, sent.item, { text: sent.text }) : undefined;
  }
}

/** The steps of a process with a post, in two transactions. */
export type Event = { readonly post: number } & ({ readonly text: string } | { readonly end: End });

const ended: Readonly<Record<End, Post["status"]>> = {
  taken: "published",
  refused: "failed",
  "lost before": "unknown",
  "lost after": "unknown",
  "dies before": "publishing",
  "dies after": "publishing",
};

/** Returns the state after an event; undefined if it must not happen in this one. */
function afterEvent(state: State, event: Event, now: number): State | undefined {
  const post = state.posts[event.post];
  if (!post) return undefined;
  if ("end" in event) {
    return withPost(state, event.post, { status: ended[event.end] });
  }
  const mayClaim =
    !state.isPaused &&
    post.status === "scheduled" &&
    post.at <= now + 1000 &&
    state.items[post.item]?.status === "approved" &&
    state.items[post.item]?.text === event.text;
  return mayClaim ? withPost(state, event.post, { status: "publishing" }) : undefined;
}

/**
 * Looks for an order in which the commands, each as a whole, and the events of the posts give these
 * answers and lead to this state.
 */
export function hasOrder(
  start: State,
  commands: readonly Sent[],
  events: readonly (readonly Event[])[],
  isEnd: (state: State) => boolean,
  now: number,
): boolean {
  const seen = new Set<string>();
  const look = (state: State, left: readonly Sent[], todo: typeof events): boolean => {
    if (left.length === 0 && todo.length === 0) return isEnd(state);
    const key = JSON.stringify([state, left.map((sent) => commands.indexOf(sent)), todo]);
    if (seen.has(key)) return false;
    seen.add(key);
    return (
      left.some((sent) => {
        const next = after(state, sent);
        return (
          next !== undefined &&
          look(
            next,
            left.filter((other) => other !== sent),
            todo,
          )
        );
      }) ||
      todo.some(([event, ...more], n) => {
        const next = event && afterEvent(state, event, now);
        const rest = more.length > 0 ? todo.with(n, more) : todo.toSpliced(n, 1);
        return next !== undefined && look(next, left, rest);
      })
    );
  };
  return look(start, commands, events);
}

/** Returns whether the model's state is the database's; versions that are new are not known before. */
export function isSame(model: State, real: State, now: number): boolean {
  const items = Object.entries(real.items).every(([id, { status, text, version }]) => {
    const item = model.items[Number(id)];
    const isNew = item?.version === "new";
    return item?.status === status && item.text === text && (isNew || item.version === version);
  });
  const posts = Object.entries(real.posts).every(([id, { status, at, ...post }]) => {
    const mine = model.posts[Number(id)];
    return (
      mine?.status === status &&
      mine.account === post.account &&
      mine.item === post.item &&
      (mine.at === 0 ? at <= now : mine.at === at)
    );
  });
  return (
    items &&
    posts &&
    model.isPaused === real.isPaused &&
    Object.keys(model.posts).length === Object.keys(real.posts).length
  );
}
