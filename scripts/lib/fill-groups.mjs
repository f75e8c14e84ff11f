import { join } from "node:path";

/**
 * Adds groups of some size to the database of a stopped server. It bypasses the API, which would
 * take an hour.
 * @returns the ids of the groups by name
 */
export async function fill(folder, groups) {
  const { PGlite } = await import("@electric-sql/pglite");
  const database = await PGlite.create({ dataDir: join(folder, "database") });
  try {
    return await addGroups(async (...asked) => (await database.query(...asked)).rows, groups);
  } finally {
    await database.close();
  }
}

/**
 * The same by a `query` that takes a text and its values and returns rows. `groups` is
 * `[{ name, accounts, texts, subscribers, posts, pool, queue }]`: `texts` is how many texts its
 * category has a day, all others are numbers of records.
 */
export async function addGroups(query, groups) {
  const ids = {};
  for (const group of groups) ids[group.name] = await addGroup(query, group);
  await query("analyze");
  return ids;
}

async function addGroup(
  query,
  { name, accounts = 1, texts = 1, subscribers = 0, posts = 0, pool = 0, queue = 0 },
) {
  const add = async (text, values) => (await query(text, values))[0]?.id;
  const group = await add("insert into groups (name) values ($1) returning id", [name]);
  const account = await add(
    `insert into accounts (group_id, platform_type, platform_username, is_active)
     select $1, 'bluesky', 'merilo' || case when n > 1 then n::text else '' end, true
     from generate_series(1, $2) n returning id`,
    [group, accounts],
  );
  const category = await add(
    `insert into categories (group_id, name, category_type, image_posts_per_day,
       video_posts_per_day, text_posts_per_day)
     values ($1, 'Dnevna inspiracija', 'evergreen', 1, 0, $2) returning id`,
    [group, texts],
  );
  await add(
    `insert into subscribers (group_id, email, name, created_at)
     select $1, 'e' || n || '@primer.example.com', 'Čitalac ' || n, now() - n * interval '1 minute'
     from generate_series(1, $2) n`,
    [group, subscribers],
  );
  await add(
    `insert into content_items (category_id, text_content, created_at)
     select $1, ${words}, now() - n * interval '1 minute' from generate_series(1, $2) n`,
    [category, pool],
  );
  await add(
    `insert into queue_items (category_id, status, text_content, created_at)
     select $1, 'pending_approval', ${words}, now() - n * interval '1 minute'
     from generate_series(1, $2) n`,
    [category, queue],
  );
  await add(
    `with made as (
       insert into queue_items (category_id, status, text_content, created_at)
       select $1, 'approved', ${words}, now() - interval '1 day' - n * interval '1 hour'
       from generate_series(1, $2) n
       returning id, created_at
     )
     insert into scheduled_posts (queue_item_id, group_id, category_id, account_id, platform_type,
       platform_username, status, publish_at, published_at, measurements, measured_at, impressions,
       video_views, likes, comments, shares, engagement_rate)
     select id, $3, $1, $4, 'bluesky', 'merilo', 'published', created_at, created_at, 99, now(),
       id::bigint * 7919 % 100000, id::bigint * 104729 % 10000, id * 31 % 1000, id % 100, id % 50, (id % 90) / 1000.0
     from made`,
    [category, posts, group, account],
  );
  return group;
}

/** A text as long as that of real posts. */
const words = `'Objava broj ' || n || ' govori o zimi, o snegu i o toplom čaju, koji se pije polako.'`;
