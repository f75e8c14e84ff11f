/**
 * The calls of section 7 of the specification in its order, each with an answer that has the fields of
 * sections 3 and 7 and no others. Copied by hand: nothing here comes from the contract.
 */
export type SpecCall = {
  /** Method and path as the specification writes them. */
  readonly call: string;
  /** Undefined if section 7 does not specify the answer. */
  readonly answer?: unknown;
  /** The record that a server is likely to answer if section 7 does not specify it. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** The places of required fields: all others may be missing, null or of another type. */
  readonly needs?: readonly string[];
  /** The places of fields that the console does not read. */
  readonly unread?: readonly string[];
};

export const group = {
  id: 7,
  name: "Zimska kolekcija",
  description: "Jackets and hoodies.",
  ai_mascot_image_path: "/mascots/zimko.png",
  ai_mascot_description: "A polar bear.",
  focus_media_type: "video",
  logo_url: "https://cdn.example.com/zima.png",
  proxy_server: "http://proxy.example.com:8080",
  proxy_username: "zimska",
  proxy_password_set: true,
  integrations: [],
};

const account = {
  id: 11,
  platform_type: "bluesky",
  platform_username: "zima.bsky.social",
  is_active: false,
  last_known_error: "InvalidToken",
};

const category = {
  id: 21,
  name: "Dnevna inspiracija",
  category_type: "sales",
  image_posts_per_day: 2,
  video_posts_per_day: 3,
  text_posts_per_day: 4,
  daily_generation_active: false,
  category_prompt: "Short and warm.",
  auto_approve_content_types: { text: true, image: true, video: true },
  use_ai_mascot: true,
  shopify_sales_channel: "Online Store",
  shopify_product_tag: "zima",
  enabled_platforms: ["bluesky"],
  reddit_settings: { subreddits: ["serbia"], flairs: ["2f5e1c3a"] },
  last_meme_template_index: 4,
  last_product_index: 5,
};

const contentItem = {
  id: 61,
  text_content: "Čaj, ćebe i dobra knjiga.",
  title: "Savršeno popodne",
  reddit_title: "Šta vama treba?",
  reddit_body: "Recite.",
  image_url: "/media/61.png",
  image_prompt: "A cup of tea",
  video_url: "/media/61.mp4",
  thumbnail_url: "/media/61.jpg",
  media_type: "image",
  is_active: false,
  last_used_at: "2026-11-19T09:30:00Z",
};

const queueItem = {
  id: 31,
  status: "pending_approval",
  text_content: "Nova kolekcija je stigla.",
  image_url: "/media/31.png",
  video_url: "/media/31.mp4",
  thumbnail_url: "/media/31.jpg",
  media_type: "image",
};

const scheduledPost = {
  id: 41,
  status: "queued",
  publish_at: "2026-11-21T18:30:00Z",
  retry_count: 2,
  social_account: {
    platform_type: "bluesky",
    platform_username: "zima.bsky.social",
    last_known_error: "InvalidToken",
  },
  content_queue_item: queueItem,
};

export const performance = {
  scheduled_post_id: 40,
  text_content: "Nova kolekcija je stigla.",
  image_url: "/media/31.png",
  video_url: "/media/31.mp4",
  thumbnail_url: "/media/31.jpg",
  media_type: "image",
  platform: "instagram",
  platform_username: "zimska.kolekcija",
  category_name: "Dnevna inspiracija",
  publish_at: "2026-11-19T09:30:00Z",
  last_updated: "2026-11-20T09:30:00Z",
  published_post_url: "https://instagram.com/p/40",
  impressions: 4210,
  video_views: 12,
  likes: 187,
  comments: 14,
  shares: 9,
  engagement_rate: 0.0499,
};

const integration = {
  id: 3,
  platform: "shopify",
  store_name: "zima.myshopify.com",
  account_group_id: 7,
};

const newsletterSettings = {
  is_active: true,
  integration_id: 4,
  sender_email: "novosti@zima.example.com",
  subject_template: "Zdravo, {{ subscriber_name }}",
  mjml_template: "<mjml></mjml>",
};

const subscriber = { id: 17, email: "milica@example.com", name: "Milica", is_active: false };

const memeTemplate = {
  id: 5,
  name: "Dva dugmeta",
  template_image_url: "https://cdn.example.com/dugmad.png",
  usage_explanation: "Two buttons.",
  humor_explanation: "Both are right.",
  is_active: false,
};

export const product = {
  id: 9,
  name: "Vuneni šal",
  product_image_url: "https://cdn.example.com/sal.png",
  description: "A scarf of merino wool.",
  call_to_action_url: "https://shop.example.com/sal",
  is_active: false,
};

const saleSettings = {
  is_active: true,
  rotator_count: 6,
  rotator_no_change_count: 3,
  print_count: 2,
  cooldown_days: 14,
  rotator_discount_percent: 20,
  print_discount_percent: 15,
  sale_tag: "sale",
};

export const dryRun = {
  summary: {
    total_updates: 1,
    total_removals: 1,
    products_to_add_to_sale: [
      {
        product_name: "Majica",
        product_id: "7914325504117",
        original_price: 2490,
        new_price: 1992,
        tags_to_add: ["sale"],
      },
    ],
    products_to_remove_from_sale: [
      { product_name: "Šolja", product_id: "7914325504102", tags_to_remove: ["sale"] },
    ],
  },
};

/** Remaining updates and removals are not specified: these have fields, and an order, of their own. */
export const step = {
  is_complete: false,
  completed_action: {
    product_name: "Šolja",
    tags_to_remove: ["sale"],
    price: 1490,
    compare_at_price: 1990,
  },
  remaining_updates: [{ variants: [{ sku: "M", id: 2 }], title: "Majica", gid: "gid://shop/1" }],
  remaining_removals: ["gid://shop/2"],
  summary: "Šolja is off sale.",
};

const other = <T extends object>(record: T, id: number, key = "id") => ({ ...record, [key]: id });

const message = { message: "Done as you asked." };

export const specCalls: readonly SpecCall[] = [
  // Publishing
  {
    call: "GET /publishing/account-groups",
    answer: [group, other(group, 8)],
    needs: ["*.id"],
  },
  { call: "POST /publishing/account-groups", record: group },
  { call: "PATCH /publishing/account-groups/{id}", record: group },
  { call: "PUT /publishing/account-groups/{id}/mascot", record: group },
  { call: "PUT /publishing/account-groups/{id}/proxy", record: group },
  {
    call: "GET /publishing/account-groups/{id}/accounts",
    answer: [account, other(account, 12)],
    needs: ["*.id"],
  },
  { call: "POST /publishing/account-groups/{id}/accounts", record: account },
  { call: "DELETE /publishing/accounts/{id}" },
  { call: "POST /publishing/accounts/{id}/clear-credentials", record: account },
  { call: "PUT /publishing/accounts/{id}/credentials", record: account },
  { call: "POST /publishing/accounts/{id}/test", answer: message },
  { call: "POST /publishing/accounts/{id}/prime-session", answer: message },
  { call: "POST /publishing/publish" },
  {
    call: "GET /publishing/account-groups/{id}/categories",
    answer: [category, other(category, 22)],
    needs: ["*.id"],
  },
  { call: "POST /publishing/account-groups/{id}/categories", record: category },
  { call: "PATCH /publishing/categories/{id}", record: category },
  {
    call: "GET /publishing/categories/{id}/items",
    answer: [contentItem, other(contentItem, 62)],
    needs: ["*.id"],
  },
  { call: "POST /publishing/categories/{id}/items", record: contentItem },
  { call: "POST /publishing/content-items/{id}/convert-to-video", record: contentItem },
  { call: "POST /publishing/content-items/{id}/reconvert-video", record: contentItem },
  { call: "POST /publishing/content-items/{id}/clear-last-used", record: contentItem },
  { call: "DELETE /publishing/content-items/{id}" },
  {
    call: "POST /publishing/content-items/{id}/post-now",
    answer: { publishing_results: [{ status: "success" }, { status: "error" }] },
    needs: ["publishing_results"],
  },
  {
    call: "GET /publishing/content-queue",
    answer: [queueItem, other(queueItem, 32)],
    needs: ["*.id"],
  },
  {
    call: "GET /publishing/scheduled-posts",
    answer: [scheduledPost, other(scheduledPost, 42)],
    needs: ["*.id"],
    unread: ["*.content_queue_item.status"],
  },
  { call: "POST /publishing/content-queue/{id}/approve", record: queueItem },
  { call: "POST /publishing/content-queue/{id}/reject", record: queueItem },
  { call: "POST /publishing/generate-and-approve", answer: { task_id: "0b6f5f4e" } },
  {
    call: "GET /publishing/reddit/flairs/{subreddit}",
    answer: {
      flairs: [
        { id: "2f5e1c3a", text: "Trip report", mod_only: true },
        { id: "5b7a90d2", text: "Question", mod_only: true },
      ],
    },
    needs: ["flairs", "flairs.*.id"],
  },
  {
    call: "GET /publishing/scheduler-status",
    answer: {
      failed_posts: [scheduledPost, other(scheduledPost, 42)],
      upcoming_posts: [scheduledPost],
      recently_published: [scheduledPost],
    },
    needs: ["failed_posts.*.id", "upcoming_posts.*.id", "recently_published.*.id"],
    unread: [
      "failed_posts.*.content_queue_item.status",
      "upcoming_posts.*.content_queue_item.status",
      "recently_published.*.content_queue_item.status",
    ],
  },
  { call: "POST /publishing/posts/{id}/retry" },
  {
    call: "GET /publishing/performance/posts",
    answer: [performance, other(performance, 39, "scheduled_post_id")],
    needs: ["*.scheduled_post_id"],
  },
  {
    call: "GET /publishing/performance/posts/{id}",
    answer: {
      performance,
      snapshots: [
        { snapshot_time: "2026-11-19T10:30:00Z", raw_data: { likes: 41 } },
        { snapshot_time: "2026-11-20T10:30:00Z", raw_data: { likes: 187 } },
      ],
    },
    needs: ["performance", "performance.scheduled_post_id"],
    // The content of `raw_data` is up to the platform.
    unread: ["snapshots.*.raw_data.likes"],
  },
  {
    call: "GET /publishing/performance/summary/by-category",
    answer: {
      data: [21, 22].map((category_id) => ({
        category_id,
        category_name: "Dnevna inspiracija",
        total_posts: 18,
        total_impressions: 61_240,
        total_likes: 2610,
        total_comments: 204,
        total_shares: 133,
        average_engagement_rate: 0.0437,
      })),
    },
    needs: ["data", "data.*.category_id"],
  },
  {
    call: "GET /publishing/account-groups/{id}/integrations",
    answer: [integration, other(integration, 4)],
    needs: ["*.id"],
  },
  { call: "POST /publishing/account-groups/{id}/integrations", record: integration },
  { call: "DELETE /publishing/integrations/{id}" },
  {
    call: "POST /publishing/facebook/ad-accounts",
    answer: [
      { id: "act_1", name: "Glavni nalog" },
      { id: "act_2", name: "Drugi nalog" },
    ],
    needs: ["*.id"],
  },
  {
    call: "GET /publishing/integrations/all",
    answer: [integration, other(integration, 4)],
    needs: ["*.id"],
  },
  { call: "POST /publishing/integrations/copy", record: integration },
  // Admin
  { call: "POST /admin/content-generation/trigger/{categoryId}" },
  { call: "POST /admin/content-generation/trigger-group-quota/{groupId}" },
  {
    call: "GET /admin/content-generation/status",
    answer: {
      group_name: "Zimska kolekcija",
      group_focus_media_type: "video",
      total_missing_for_quota: 3,
      categories: [21, 22].map((category_id) => ({
        category_id,
        category_name: "Dnevna inspiracija",
        active_pool_count: 24,
        unused_pool_count: 11,
        daily_quota: 2,
        posts_scheduled_today: 1,
        missing_for_quota: 1,
      })),
    },
    needs: ["categories", "categories.*.category_id"],
  },
  { call: "POST /admin/content-generation/fill-quota/category/{id}" },
  { call: "POST /admin/content-generation/fill-quota/group/{id}" },
  { call: "POST /admin/scheduler/run-daily-planner" },
  { call: "POST /admin/clear-failed-posts", answer: message },
  { call: "POST /admin/clear-scheduled-posts", answer: message },
  { call: "POST /admin/performance/refresh-instagram-feed/{groupId}" },
  { call: "POST /admin/backfill-performance/{accountId}" },
  {
    call: "POST /admin/test-performance-fetch/{accountId}",
    answer: { success: true, message: "12 likes.", error: "None." },
  },
  {
    call: "GET /admin/meme-templates/",
    answer: [memeTemplate, other(memeTemplate, 6)],
    needs: ["*.id"],
  },
  { call: "POST /admin/meme-templates/", record: memeTemplate },
  { call: "PUT /admin/meme-templates/{id}", record: memeTemplate },
  { call: "DELETE /admin/meme-templates/{id}" },
  { call: "GET /admin/products/", answer: [product, other(product, 10)], needs: ["*.id"] },
  { call: "POST /admin/products/", record: product },
  { call: "PUT /admin/products/{id}", record: product },
  { call: "DELETE /admin/products/{id}" },
  { call: "POST /admin/integrations/shopify/{id}/sync-products" },
  { call: "GET /admin/sale-rotator/settings/{groupId}", answer: saleSettings },
  { call: "PUT /admin/sale-rotator/settings/{groupId}", record: saleSettings },
  {
    call: "POST /admin/sale-rotator/trigger/{groupId}",
    answer: dryRun,
    needs: [
      "summary",
      "summary.products_to_add_to_sale.*.product_id",
      "summary.products_to_remove_from_sale.*.product_id",
    ],
  },
  {
    call: "POST /admin/sale-rotator/trigger-step/{groupId}",
    answer: step,
    // The lists are sent back unchanged, so that anything but a list is no answer.
    needs: ["remaining_updates", "remaining_removals"],
    unread: ["remaining_updates.*", "remaining_removals.*"],
  },
  { call: "GET /admin/newsletter/settings/{groupId}", answer: newsletterSettings },
  { call: "PUT /admin/newsletter/settings/{groupId}", record: newsletterSettings },
  {
    call: "GET /admin/newsletter/subscribers/{groupId}",
    answer: [subscriber, other(subscriber, 18)],
    needs: ["*.id"],
  },
  { call: "POST /admin/newsletter/subscribers/{groupId}", record: subscriber },
  { call: "DELETE /admin/newsletter/subscribers/{id}" },
  { call: "POST /admin/newsletter/send-test/{groupId}" },
];
