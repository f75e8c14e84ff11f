import { setTimeout as sleep } from "node:timers/promises";

/** The response time of the platform, in seconds, and what one process calls at a time. */
const latency = 2;
const sideBySide = 20;
const accounts = 100;

const metricsToken = "a-token-for-this-run";

/** Creates a group with accounts that can publish. @returns their ids */
export async function addAccounts({ origin }) {
  const { signedInApi } = await import("../../tests/e2e/support/console.ts");
  const api = await signedInApi(origin);
  const groups = "publishing/account-groups";
  const group = await api.write(groups, { name: "Objave", description: null });
  const ids = [];
  for (let n = 1; n <= accounts; n++) {
    const { id } = await api.write(`${groups}/${group.id}/accounts`, {
      platform_type: "bluesky",
      platform_username: `nalog${n}`,
      credentials: { identifier: `nalog${n}`, password: "abcd-efgh-ijkl-mnop" },
    });
    ids.push(id);
  }
  return { group: group.id, ids };
}

/**
 * Lets posts become due at the same second, far more than are counted, so that no account runs out of
 * posts, and counts how fast they are published. `serveOne` starts a server on the store's data.
 * @returns posts per minute, and what platform and concurrency would allow
 */
export async function measurePublishing({ store, serveOne, targets, processes, seconds }) {
  const allowed = (processes * sideBySide * 60) / latency;
  const counted = (allowed / 60) * seconds;
  await store.use((query) => addDue(query, targets, Math.ceil((2 * counted) / accounts)));
  const servers = [];
  for (let n = 0; n < processes; n++) {
    servers.push(
      await serveOne({
        SANDBOX_LATENCY: String(latency * 1000),
        SANDBOX_SPEED: "1",
        METRICS_TOKEN: metricsToken,
      }),
    );
  }
  const end = performance.now() + (5 * seconds + 120) * 1000;
  while ((await publishedBy(servers)) < counted) {
    if (performance.now() > end) throw new Error("The posts are not published.");
    await sleep(500);
  }
  await Promise.all(servers.map((server) => server.stop()));
  const took = await store.use(async (query) => {
    const [{ took }] = await query(
      `select extract(epoch from max(published_at) - min(started_at))::float as took from (
         select started_at, published_at from scheduled_posts
         where group_id = $1 and status = 'published' order by published_at limit $2
       ) as first`,
      [targets.group, counted],
    );
    // The rest must not be published by the next servers.
    await query("delete from scheduled_posts where group_id = $1", [targets.group]);
    await query("delete from pgboss.job where name = 'publish-bluesky'");
    return took;
  });
  return { perMinute: (counted / took) * 60, allowed };
}

/** Adds posts with their jobs, as an approval does, due when the servers will have started. */
async function addDue(query, { group, ids }, each) {
  await query(
    `with items as (
       insert into queue_items (status, text_content)
       select 'approved', 'Objava ' || n from generate_series(1, $3) n
       returning id
     ), posts as (
       insert into scheduled_posts (queue_item_id, group_id, account_id, platform_type, publish_at)
       select id, $1, ($2::int[])[1 + id % cardinality($2::int[])], 'bluesky', now() + interval '30 seconds'
       from items
       returning id, publish_at
     )
     insert into pgboss.job (name, data, start_after, singleton_key, policy, retry_limit)
     select 'publish-bluesky', json_build_object('postId', id), publish_at, 'publish:' || id, 'short', 3
     from posts`,
    [group, ids, each * ids.length],
  );
}

/** How many posts these servers have published since their start. */
async function publishedBy(servers) {
  const counts = servers.map(async ({ origin }) => {
    const answer = await fetch(`${origin}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    const metrics = await answer.text();
    const found = /^publish_results_total\{[^}]*result="published"[^}]*\} (\d+)/m.exec(metrics);
    return Number(found?.[1] ?? 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
