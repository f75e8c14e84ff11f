import { additions, type Row, removals, type State } from "./records";

/** A request: the parts of its path that are named in braces, its query and its body. */
type Asked = {
  readonly state: State;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
};

export type Answer = { readonly status: number; readonly body?: unknown };
type Handler = (asked: Asked) => Answer;

const ok = (body: unknown): Answer => ({ status: 200, body });
const created = (body: unknown): Answer => ({ status: 201, body });
/** The answer of a call for which section 7 specifies none. */
const nothing: Answer = ok({});
const deleted: Answer = { status: 204 };
const missing: Answer = { status: 404, body: { detail: "Not Found" } };

let lastId = 1000;

/** Adds the sent record to a list, under an id of its own. */
function add(list: Row[], { body }: Asked, more: object = {}): Answer {
  const row: Row = { ...more, ...body, id: ++lastId };
  list.push(row);
  return created(row);
}

/** The list of one group or category; it is empty when it is first used. */
function listOf(lists: Map<number, Row[]>, id: string | undefined): Row[] {
  const known = lists.get(Number(id));
  if (known) return known;
  const list: Row[] = [];
  lists.set(Number(id), list);
  return list;
}

/** Replaces the sent fields of a record, in the list that holds it. */
function change(lists: Iterable<Row[]>, id: string | undefined, fields: object): Answer {
  for (const list of lists) {
    const at = list.findIndex((row) => row.id === Number(id));
    const row = list[at];
    if (!row) continue;
    list[at] = { ...row, ...fields, id: row.id };
    return nothing;
  }
  return missing;
}

function remove(lists: Iterable<Row[]>, id: string | undefined): boolean {
  for (const list of lists) {
    const at = list.findIndex((row) => row.id === Number(id));
    if (at < 0) continue;
    list.splice(at, 1);
    return true;
  }
  return false;
}

const removed: (lists: Iterable<Row[]>, id: string | undefined) => Answer = (lists, id) =>
  remove(lists, id) ? deleted : missing;

const page = (list: readonly unknown[], query: URLSearchParams) => {
  const skip = Number(query.get("skip") ?? 0);
  return ok(list.slice(skip, skip + Number(query.get("limit") ?? 100)));
};

const account = { is_active: true, last_known_error: null };

function itemsOf({ state, params, query }: Asked): Answer {
  const wanted = {
    isActive: query.get("is_active"),
    onlyUnused: query.get("only_unused") === "true",
    mediaType: query.get("media_type"),
  };
  return ok(
    listOf(state.items, params.id).filter(
      (item) =>
        (wanted.isActive === null || String(item.is_active) === wanted.isActive) &&
        (!wanted.onlyUnused || item.last_used_at === null) &&
        (wanted.mediaType === null || item.media_type === wanted.mediaType),
    ),
  );
}

function statusOf({ state, query }: Asked): Answer {
  const group = state.groups.find(({ id }) => String(id) === query.get("group_id"));
  if (!group) return missing;
  const categories = listOf(state.categories, String(group.id)).map((category) => ({
    category_id: category.id,
    category_name: category.name,
    active_pool_count: 3,
    unused_pool_count: 2,
    daily_quota: 1,
    posts_scheduled_today: 0,
    missing_for_quota: 1,
  }));
  return ok({
    group_name: group.name,
    group_focus_media_type: group.focus_media_type,
    total_missing_for_quota: categories.length,
    categories,
  });
}

/** `null` starts a run; otherwise the first step of the sent lists is done, removed and returned. */
function stepOf({ updates, removals: left }: Record<string, unknown>): Answer {
  const updatesLeft = Array.isArray(updates) ? updates : additions;
  const removalsLeft = Array.isArray(left) ? left : removals;
  const isStart = !Array.isArray(updates);
  const [update] = updatesLeft;
  const [removal] = removalsLeft;
  const after = isStart
    ? { remaining_updates: updatesLeft, remaining_removals: removalsLeft }
    : {
        remaining_updates: updatesLeft.slice(1),
        remaining_removals: update ? removalsLeft : removalsLeft.slice(1),
      };
  const isComplete = after.remaining_updates.length + after.remaining_removals.length === 0;
  return ok({
    ...after,
    is_complete: isComplete,
    completed_action: isStart
      ? null
      : update
        ? {
            product_name: update.product_name,
            tags_to_add: update.tags_to_add,
            price: update.new_price,
            compare_at_price: update.original_price,
          }
        : { product_name: removal?.product_name, tags_to_remove: removal?.tags_to_remove },
    summary: isStart
      ? "2 products to put on sale, 1 to take off."
      : `${update?.product_name ?? removal?.product_name} is done.`,
  });
}

const sorted = ({ state, query }: Asked) => {
  const key = query.get("sortBy") ?? "publish_at";
  const sign = query.get("sortOrder") === "asc" ? 1 : -1;
  return state.performance
    .map((post): Record<string, unknown> => post)
    .sort((one, other) => (String(one[key]) < String(other[key]) ? -sign : sign));
};

/** Section 7, call by call. Paths are relative to /api/v1. */
const calls: Readonly<Record<string, Handler>> = {
  "GET /publishing/account-groups": ({ state }) => ok(state.groups),
  "POST /publishing/account-groups": (asked) =>
    add(asked.state.groups, asked, { focus_media_type: "image", proxy_password_set: false }),
  "PATCH /publishing/account-groups/{id}": ({ state, params, body }) =>
    change([state.groups], params.id, body),
  "PUT /publishing/account-groups/{id}/mascot": ({ state, params, body }) =>
    change([state.groups], params.id, body),
  "PUT /publishing/account-groups/{id}/proxy": ({ state, params, body }) => {
    const { proxy_password: password, ...fields } = body;
    return change([state.groups], params.id, {
      ...fields,
      ...(password !== undefined && { proxy_password_set: true }),
    });
  },
  "GET /publishing/account-groups/{id}/accounts": ({ state, params }) =>
    ok(listOf(state.accounts, params.id)),
  "POST /publishing/account-groups/{id}/accounts": (asked) => {
    // Credentials never come back.
    const { credentials: _, ...body } = asked.body;
    return add(listOf(asked.state.accounts, asked.params.id), { ...asked, body }, account);
  },
  "DELETE /publishing/accounts/{id}": ({ state, params }) =>
    removed(state.accounts.values(), params.id),
  "POST /publishing/accounts/{id}/clear-credentials": ({ state, params }) =>
    change(state.accounts.values(), params.id, { is_active: false }),
  "PUT /publishing/accounts/{id}/credentials": ({ state, params }) =>
    change(state.accounts.values(), params.id, { is_active: true }),
  "POST /publishing/accounts/{id}/test": () => ok({ message: "The platform knows this account." }),
  "POST /publishing/accounts/{id}/prime-session": () =>
    ok({ message: "Priming has started for this account." }),
  "POST /publishing/publish": () => nothing,
  "GET /publishing/account-groups/{id}/categories": ({ state, params }) =>
    ok(listOf(state.categories, params.id)),
  "POST /publishing/account-groups/{id}/categories": (asked) =>
    add(listOf(asked.state.categories, asked.params.id), asked, { enabled_platforms: null }),
  "PATCH /publishing/categories/{id}": ({ state, params, body }) =>
    change(state.categories.values(), params.id, body),
  "GET /publishing/categories/{id}/items": itemsOf,
  "POST /publishing/categories/{id}/items": (asked) =>
    add(listOf(asked.state.items, asked.params.id), asked, {
      video_url: null,
      thumbnail_url: null,
      media_type: "image",
      is_active: true,
      last_used_at: null,
    }),
  "POST /publishing/content-items/{id}/convert-to-video": ({ state, params }) =>
    change(state.items.values(), params.id, { is_active: false }),
  "POST /publishing/content-items/{id}/reconvert-video": () => nothing,
  "POST /publishing/content-items/{id}/clear-last-used": ({ state, params }) =>
    change(state.items.values(), params.id, { last_used_at: null }),
  "DELETE /publishing/content-items/{id}": ({ state, params }) =>
    removed(state.items.values(), params.id),
  "POST /publishing/content-items/{id}/post-now": ({ body }) =>
    ok({
      publishing_results: Array.isArray(body.social_account_ids)
        ? body.social_account_ids.map(() => ({ status: "success" }))
        : [],
    }),
  "GET /publishing/content-queue": ({ state, query }) =>
    page(
      state.queue.filter(({ status }) => status === (query.get("status") ?? status)),
      query,
    ),
  "GET /publishing/scheduled-posts": ({ state, query }) => page(state.scheduled, query),
  "POST /publishing/content-queue/{id}/approve": ({ state, params }) =>
    change([state.queue], params.id, { status: "approved" }),
  "POST /publishing/content-queue/{id}/reject": ({ state, params }) =>
    change([state.queue], params.id, { status: "rejected" }),
  "POST /publishing/generate-and-approve": () => ok({ task_id: "4f0c2a9e" }),
  "GET /publishing/reddit/flairs/{subreddit}": ({ state }) => ok({ flairs: state.flairs }),
  "GET /publishing/scheduler-status": ({ state }) =>
    ok({
      failed_posts: state.failed,
      upcoming_posts: state.upcoming,
      recently_published: state.published,
    }),
  "POST /publishing/posts/{id}/retry": ({ state, params }) => {
    remove([state.failed], params.id);
    return nothing;
  },
  "GET /publishing/performance/posts": (asked) => page(sorted(asked), asked.query),
  "GET /publishing/performance/posts/{id}": ({ state, params }) => {
    const post = state.performance.find((one) => String(one.scheduled_post_id) === params.id);
    return post ? ok({ performance: post, snapshots: state.snapshots }) : missing;
  },
  "GET /publishing/performance/summary/by-category": ({ state }) => ok({ data: state.summary }),
  "GET /publishing/account-groups/{id}/integrations": ({ state, params }) =>
    ok(state.integrations.filter((one) => one.account_group_id === Number(params.id))),
  "POST /publishing/account-groups/{id}/integrations": (asked) => {
    const { credentials: _, ...body } = asked.body;
    const group = { account_group_id: Number(asked.params.id) };
    return add(asked.state.integrations, { ...asked, body }, group);
  },
  "DELETE /publishing/integrations/{id}": ({ state, params }) =>
    removed([state.integrations], params.id),
  "POST /publishing/facebook/ad-accounts": ({ state }) => ok(state.adAccounts),
  "GET /publishing/integrations/all": ({ state }) => ok(state.integrations),
  "POST /publishing/integrations/copy": ({ state, body }) => {
    const source = state.integrations.find(({ id }) => id === Number(body.source_integration_id));
    if (!source) return missing;
    const copy = { ...source, id: ++lastId, account_group_id: body.target_group_id };
    state.integrations.push(copy);
    return created(copy);
  },

  "POST /admin/content-generation/trigger/{categoryId}": () => nothing,
  "POST /admin/content-generation/trigger-group-quota/{groupId}": () => nothing,
  "GET /admin/content-generation/status": statusOf,
  "POST /admin/content-generation/fill-quota/category/{id}": () => nothing,
  "POST /admin/content-generation/fill-quota/group/{id}": () => nothing,
  "POST /admin/scheduler/run-daily-planner": () => nothing,
  "POST /admin/clear-failed-posts": ({ state }) => {
    state.failed.length = 0;
    return ok({ message: "Cleared all failed posts." });
  },
  "POST /admin/clear-scheduled-posts": ({ state }) => {
    state.scheduled.length = 0;
    return ok({ message: "Cleared all scheduled posts." });
  },
  "POST /admin/performance/refresh-instagram-feed/{groupId}": () => nothing,
  "POST /admin/backfill-performance/{accountId}": () => nothing,
  "POST /admin/test-performance-fetch/{accountId}": () =>
    ok({ success: true, message: "Fetched 1 post.", error: null }),
  "GET /admin/meme-templates/": ({ state }) => ok(state.templates),
  "POST /admin/meme-templates/": (asked) => add(asked.state.templates, asked),
  "PUT /admin/meme-templates/{id}": ({ state, params, body }) =>
    change([state.templates], params.id, body),
  "DELETE /admin/meme-templates/{id}": ({ state, params }) => removed([state.templates], params.id),
  "GET /admin/products/": ({ state }) => ok(state.products),
  "POST /admin/products/": (asked) => add(asked.state.products, asked),
  "PUT /admin/products/{id}": ({ state, params, body }) =>
    change([state.products], params.id, body),
  "DELETE /admin/products/{id}": ({ state, params }) => removed([state.products], params.id),
  "POST /admin/integrations/shopify/{id}/sync-products": () => nothing,
  "GET /admin/sale-rotator/settings/{groupId}": ({ state }) => ok(state.sale),
  "PUT /admin/sale-rotator/settings/{groupId}": ({ state, body }) => {
    state.sale = body;
    return nothing;
  },
  "POST /admin/sale-rotator/trigger/{groupId}": () =>
    ok({
      summary: {
        total_updates: additions.length,
        total_removals: removals.length,
        products_to_add_to_sale: additions,
        products_to_remove_from_sale: removals,
      },
    }),
  "POST /admin/sale-rotator/trigger-step/{groupId}": ({ body }) => stepOf(body),
  "GET /admin/newsletter/settings/{groupId}": ({ state }) => ok(state.newsletter),
  "PUT /admin/newsletter/settings/{groupId}": ({ state, body }) => {
    state.newsletter = body;
    return nothing;
  },
  "GET /admin/newsletter/subscribers/{groupId}": ({ state, params }) =>
    ok(listOf(state.subscribers, params.groupId)),
  "POST /admin/newsletter/subscribers/{groupId}": (asked) =>
    add(listOf(asked.state.subscribers, asked.params.groupId), asked, { is_active: true }),
  "DELETE /admin/newsletter/subscribers/{id}": ({ state, params }) =>
    removed(state.subscribers.values(), params.id),
  "POST /admin/newsletter/send-test/{groupId}": () => nothing,
};

/** Every call as its method and path. */
export const callNames: readonly string[] = Object.keys(calls);

const routes = Object.entries(calls).map(([name, handler]) => {
  const [method, path = ""] = name.split(" ");
  const pattern = path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { method, pattern: new RegExp(`^${pattern}$`), handler };
});

/** A literal path comes before one with a name in it: 'integrations/all', not an id called 'all'. */
routes.sort(
  (one, other) =>
    Number(one.pattern.source.includes("(?<")) - Number(other.pattern.source.includes("(?<")),
);

/** Answers one call of section 7, and anything else as FastAPI answers an unknown path. */
export function answerCall(
  state: State,
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
): Answer {
  for (const route of routes) {
    const found = route.method === method && route.pattern.exec(path);
    if (!found) continue;
    return route.handler({
      state,
      query,
      params: found.groups ?? {},
      body: typeof body === "object" && body !== null ? { ...body } : {},
    });
  }
  return missing;
}
