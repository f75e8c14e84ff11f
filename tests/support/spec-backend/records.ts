/**
 * The backend's data at the start: a few records of every kind, with the fields that section
 * 3 of the specification names and no others. Times carry no zone, as FastAPI sends them.
 */

/** A record of any kind, with its id from section 3. */
export type Row = { readonly id: number } & Record<string, unknown>;

/** The time this many hours from now. */
const hours = (count: number) =>
  new Date(Date.now() + count * 3_600_000).toISOString().replace("Z", "");

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const imageUrl = "/uploads/scarf.png";
const videoUrl = "/uploads/scarf.mp4";

const group = (id: number, name: string): Row => ({
  id,
  name,
  description: "Scarves and hats for the cold months.",
  ai_mascot_image_path: null,
  ai_mascot_description: "A fox in a sweater.",
  focus_media_type: "image",
  logo_url: null,
  proxy_server: null,
  proxy_username: null,
  proxy_password_set: false,
  integrations: [],
});

const account = (id: number, platform: string, username: string | null): Row => ({
  id,
  platform_type: platform,
  platform_username: username,
  is_active: true,
  last_known_error: null,
});

const category = (id: number, name: string, type: string, more: object = {}): Row => ({
  id,
  name,
  category_type: type,
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: "Short and warm.",
  auto_approve_content_types: { text: false, image: false, video: false },
  use_ai_mascot: false,
  shopify_sales_channel: null,
  shopify_product_tag: null,
  enabled_platforms: null,
  reddit_settings: { subreddits: ["knitting"], flairs: [] },
  last_meme_template_index: 0,
  last_product_index: 0,
  ...more,
});

const item = (id: number, text: string, more: object = {}): Row => ({
  id,
  text_content: text,
  title: null,
  reddit_title: null,
  reddit_body: null,
  image_url: imageUrl,
  image_prompt: null,
  video_url: null,
  thumbnail_url: null,
  media_type: "image",
  is_active: true,
  last_used_at: null,
  ...more,
});

const queueItem = (id: number, text: string): Row => ({
  id,
  status: "pending_approval",
  text_content: text,
  image_url: imageUrl,
  video_url: null,
  thumbnail_url: null,
  media_type: "image",
});

const scheduled = (id: number, status: string, publishAt: string, error: string | null): Row => ({
  id,
  status,
  publish_at: publishAt,
  retry_count: error === null ? 0 : 3,
  social_account: {
    platform_type: "bluesky",
    platform_username: "winter.example",
    last_known_error: error,
  },
  content_queue_item: { ...queueItem(500 + id, `Post number ${id}`), status: "approved" },
});

const performance = (id: number, category: string) => ({
  scheduled_post_id: id,
  text_content: `Published post number ${id}`,
  image_url: imageUrl,
  video_url: null,
  thumbnail_url: null,
  media_type: "image",
  platform: "instagram",
  platform_username: "winter.photos",
  category_name: category,
  publish_at: hours(-24 * id),
  last_updated: hours(-1),
  published_post_url: "https://www.instagram.com/p/example",
  impressions: 1200 * id,
  video_views: null,
  likes: 60 * id,
  comments: 4 * id,
  shares: 2 * id,
  engagement_rate: 0.055,
});

/** Everything that calls read and change. */
export type State = ReturnType<typeof newState>;

export const newState = () => ({
  groups: [group(1, "Winter"), group(2, "Summer")],
  accounts: new Map<number, Row[]>([
    [
      1,
      [
        account(11, "x_twitter", "winter_x"),
        account(12, "instagram", "winter.photos"),
        account(13, "facebook_page", "Winter page"),
        account(14, "linkedin_profile", "winter-person"),
        account(15, "linkedin_organization", "winter-company"),
        account(16, "threads", "winter.threads"),
        account(17, "bluesky", "winter.example"),
        account(18, "reddit", null),
        { ...account(19, "tiktok", "winter.films"), is_active: false },
      ],
    ],
    [2, [account(21, "bluesky", "summer.example")]],
  ]),
  categories: new Map<number, Row[]>([
    [
      1,
      [
        category(31, "Daily thoughts", "evergreen"),
        category(32, "Winter memes", "memes", { image_posts_per_day: 0, text_posts_per_day: 1 }),
        category(33, "Best sellers", "sales", { shopify_sales_channel: "Online Store" }),
        category(34, "Sale of the week", "weekly_sale", { shopify_sales_channel: "Online Store" }),
      ],
    ],
    [2, [category(35, "Summer thoughts", "evergreen")]],
  ]),
  items: new Map<number, Row[]>([
    [
      31,
      [
        item(41, "A scarf in the snow"),
        item(42, "A hat in the wind", {
          image_url: null,
          video_url: videoUrl,
          thumbnail_url: imageUrl,
          media_type: "video",
        }),
        item(43, "Tea at the window", { last_used_at: hours(-48) }),
      ],
    ],
  ]),
  queue: numbers(7).map((number) => queueItem(50 + number, `Waiting post ${number}`)),
  scheduled: numbers(7).map((number) => scheduled(60 + number, "scheduled", hours(number), null)),
  failed: [
    scheduled(81, "failed", hours(-2), "Invalid access token."),
    scheduled(82, "failed", hours(-3), "Invalid access token."),
  ],
  upcoming: [scheduled(61, "scheduled", hours(1), null)],
  published: [scheduled(91, "published", hours(-5), null)],
  performance: numbers(3).map((number) => performance(90 + number, "Daily thoughts")),
  snapshots: [
    { snapshot_time: hours(-20), raw_data: { impressions: 500, likes: 20 } },
    { snapshot_time: hours(-10), raw_data: { impressions: 900, likes: 45 } },
    { snapshot_time: hours(-1), raw_data: { impressions: 1200, likes: 60 } },
  ],
  summary: [
    {
      category_id: 31,
      category_name: "Daily thoughts",
      total_posts: 3,
      total_impressions: 7200,
      total_likes: 360,
      total_comments: 24,
      total_shares: 12,
      average_engagement_rate: 0.055,
    },
  ],
  integrations: [
    { id: 101, platform: "shopify", store_name: "winter.myshopify.com", account_group_id: 1 },
    { id: 102, platform: "facebook_ads", store_name: "act_1234567890", account_group_id: 1 },
    { id: 103, platform: "amazon_ses", store_name: "news@winter.example.com", account_group_id: 1 },
    { id: 104, platform: "shopify", store_name: "summer.myshopify.com", account_group_id: 2 },
  ] as Row[],
  newsletter: {
    is_active: false,
    integration_id: 103,
    sender_email: "news@winter.example.com",
    subject_template: "{{ subscriber_name }}, the offer of the week",
    mjml_template:
      "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{ subscriber_name }}</mj-text>" +
      "</mj-column></mj-section></mj-body></mjml>",
  } as object,
  subscribers: new Map<number, Row[]>([
    [
      1,
      [
        { id: 111, email: "ana@reader.example.com", name: "Ana", is_active: true },
        { id: 112, email: "boris@reader.example.com", name: null, is_active: false },
      ],
    ],
  ]),
  templates: [
    {
      id: 121,
      name: "Two buttons",
      template_image_url: imageUrl,
      usage_explanation: "One wish on each button.",
      humor_explanation: "Both cannot come true.",
      is_active: true,
    },
  ] as Row[],
  products: [
    {
      id: 131,
      name: "Wool scarf",
      product_image_url: imageUrl,
      description: "Knitted by hand from merino wool.",
      call_to_action_url: "https://shop.example.com/products/wool-scarf",
      is_active: true,
    },
  ] as Row[],
  sale: {
    is_active: true,
    rotator_count: 6,
    rotator_no_change_count: 3,
    print_count: 2,
    cooldown_days: 14,
    rotator_discount_percent: 20,
    print_discount_percent: 15,
    sale_tag: "sale",
  } as object,
  flairs: [
    { id: "f1", text: "Finished object", mod_only: false },
    { id: "f2", text: "Announcement", mod_only: true },
  ],
  adAccounts: [{ id: "act_1234567890", name: "Winter ads" }] as object[],
});

/** Two products that a rotation puts on sale, and one that it takes off: three steps. */
export const additions = [
  {
    product_name: "Wool scarf",
    product_id: 7001,
    original_price: 2490,
    new_price: 1992,
    tags_to_add: ["sale"],
  },
  {
    product_name: "Wool hat",
    product_id: 7002,
    original_price: 1490,
    new_price: 1192,
    tags_to_add: ["sale"],
  },
];
export const removals = [{ product_name: "Rain coat", product_id: 7003, tags_to_remove: ["sale"] }];
