import { inspect } from "node:util";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createTextModel } from "../../../server/adapters/live/ai/text-model.ts";
import { createHttp, type Http } from "../../../server/adapters/live/http.ts";
import type { Live } from "../../../server/adapters/live/live.ts";
import { createSesMailer } from "../../../server/adapters/live/ses/mailer.ts";
import { createShopifyShop } from "../../../server/adapters/live/shopify/shop.ts";
import { createSmtpMailer } from "../../../server/adapters/live/smtp/mailer.ts";
import {
  accounts,
  groups,
  integrations,
  queueItems,
  scheduledPosts,
} from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { enqueueRefreshes } from "../../../server/features/accounts/refresh-credentials-job.ts";
import { insertIntegration } from "../../../server/features/integrations/integrations.ts";
import { enqueueDue } from "../../../server/features/scheduler/due.ts";
import { createLog } from "../../../server/kernel/log.ts";
import { placeIn } from "../../../server/keys/sealed-columns.ts";
import type { Mailer } from "../../../server/ports/mail/mailer.ts";
import type { MetricsSource } from "../../../server/ports/metrics-source.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import type { Shop } from "../../../server/ports/shop.ts";
import type { TextModel } from "../../../server/ports/text-model.ts";
import { liveWorld } from "../../../server/ports/world.ts";
import { aiKey, aiModel, startAi } from "../../peers/ai/peer.ts";
import { sesKeys, startSes } from "../../peers/ses/peer.ts";
import { addProduct, adminKeys, appKeys, startShopify } from "../../peers/shopify/peer.ts";
import { smtpLogin, startSmtp } from "../../peers/smtp/peer.ts";
import { certificate } from "../../peers/support/certificate.ts";
import type { Disturbance } from "../../peers/support/peer.ts";
import { some } from "../../support/random.ts";
import { addSubscribers, saveNewsletter } from "../features/newsletter/support.ts";
import { activeSettings } from "../features/sale-rotator/sale-world.ts";
import { createWorld, type World } from "../world.ts";
import { liveIn } from "./chaos.ts";
import { blueskyStandIn, mediaOf, type Running, type Subject, subjects } from "./subjects.ts";

/** Every secret of every peer, and the address of every exposed file, has this word in it. */
const canary = /canary/i;
const minute = 60_000;
const day = 24 * 60 * minute;

/** The answers of a platform, or of something on the way to it; the words repeat what was sent. */
const failures = ["well", "cut", "400", "401", "403", "429", "500", "page", "proxy"] as const;
type Failure = (typeof failures)[number];

/**
 * Returns the calls of a try that fail, from the first one on: two for each failure, others in
 * another run. Two, because every second try has a video.
 */
const callsOf = (kind: Failure) =>
  kind === "well" || kind === "proxy"
    ? [0, 1]
    : some([0, 1, 2, 3], 2, Number(process.env.TEST_SEED) + failures.indexOf(kind));

const bluesky = await blueskyStandIn();

describe("no secret is logged, stored, answered or thrown", () => {
  test.each([...subjects, bluesky])("of $name", look);

  test("of a model that writes", lookAtTexts);
});

/** Keeps for the search what a world logs and answers, and what a port gives to it, thrown or returned. */
function listening() {
  const seen: string[] = [];
  const log = createLog({ level: "debug", destination: { write: (line) => void seen.push(line) } });
  async function heard<T>(call: Promise<T> | undefined): Promise<T> {
    try {
      if (!call) throw new Error("The service has not started.");
      const result = await call;
      seen.push(inspect(result, { depth: 20 }));
      return result;
    } catch (error) {
      seen.push(inspect(error, { depth: 20, showHidden: true }));
      throw error;
    }
  }
  const askOf =
    (world: World) =>
    async (path: string, method = "GET", json?: unknown) => {
      const response = await world.request(path, { method, ...(json !== undefined && { json }) });
      seen.push(await response.text());
    };
  /** Looks for secrets in all of that and in the database. */
  async function search(world: World, atLeast = 100) {
    seen.push(...(await everyRow(world)));
    expect(seen.length).toBeGreaterThan(atLeast);
    expect(seen.filter((text) => canary.test(text))).toEqual([]);
  }
  return { seen, log, heard, askOf, search };
}

describe.runIf(isPeerInstalled("shopify"))(
  "no secret of a shop is logged, stored, answered or thrown",
  { tags: ["peers"] },
  () => {
    test.each([
      ["an app made in its admin", adminKeys],
      ["an app of the Dev Dashboard", appKeys],
    ])("of %s", async (_, keys) => {
      const failing = { kind: "well" as Failure, call: 0, made: 0 };
      let shop: Shop | undefined;
      const { log, heard, askOf, search } = listening();
      const world = await createWorld({
        ports: {
          shop: {
            test: (...given) => heard(shop?.test(...given)),
            page: (...given) => heard(shop?.page(...given)),
            products: (...given) => heard(shop?.products(...given)),
            product: (...given) => heard(shop?.product(...given)),
            change: (...given) => heard(shop?.change(...given)),
          },
        },
        log,
      });
      const { peer, state } = await startShopify(world.clock);
      const open = (originOf = () => peer.origin) => {
        failing.made = 0;
        shop = createShopifyShop({
          http: failOnce(failing, "x_twitter", peer),
          ...{ clock: world.clock, originOf },
        });
      };
      const ask = askOf(world);
      try {
        open();
        const group = await world.addGroup();
        const added = await insertIntegration(world.database.db, world.ports.secrets, {
          ...{ group_id: group, platform: "shopify", store_name: "zima.myshopify.com", keys },
        });
        await ask(`admin/sale-rotator/settings/${group}`, "PUT", activeSettings);
        for (const kind of failures) {
          for (const call of callsOf(kind)) {
            addProduct(state, "1", ["rotator"]);
            Object.assign(failing, { kind, call });
            const begin = () => open(kind === "proxy" ? () => "http://127.0.0.1:9" : undefined);
            begin();
            await ask(`publishing/account-groups/${group}/integrations`, "POST", {
              ...{ platform: "shopify", store_name: `s${kind}${call}`, credentials: keys },
            });
            begin();
            await ask(`admin/integrations/shopify/${added?.id}/sync-products`, "POST");
            await jobs(world);
            for (const path of ["trigger", "restore"]) {
              begin();
              await ask(`admin/sale-rotator/${path}/${group}?dry_run=false`, "POST");
            }
          }
        }
        await ask("publishing/integrations/all");
        await search(world);
      } finally {
        await world.close();
        await peer.close().catch(ignoreUnusedFailures);
      }
    });
  },
);

test("of mail: by Amazon SES and by SMTP", async () => {
  let mailer: Mailer | undefined;
  const { log, heard, askOf, search } = listening();
  const world = await createWorld({
    log,
    ports: {
      mailer: {
        test: (...given) => heard(mailer?.test(...given)),
        quota: (...given) => heard(mailer?.quota(...given)),
        turn: async () => {},
        send: (...given) => heard(mailer?.send(...given)),
      },
    },
  });
  const ses = await startSes(world.clock);
  const smtp = await startSmtp();
  const ask = askOf(world);
  try {
    ses.state.identities["novosti@zima.example.com"] = { VerifiedForSendingStatus: true };
    mailer = createSesMailer({
      http: createHttp({ proxy: null }),
      clock: world.clock,
      addressOf: () => ses.origin,
    });
    const group = await world.addGroup();
    const body = {
      platform: "amazon_ses",
      store_name: "novosti@zima.example.com",
      credentials: sesKeys,
    };
    await ask(`publishing/account-groups/${group}/integrations`, "POST", body);
    const [service] = await world.database.db.select().from(integrations);
    await saveNewsletter(world, group, { integration_id: service?.id ?? 0 });
    await addSubscribers(world, group, 3);
    const everything = async () => {
      await ask(`publishing/integrations/${service?.id}/test`, "POST");
      await ask(`admin/newsletter/send-test/${group}`, "POST");
      world.clock.advance(7 * day);
      await world.transaction(({ enqueue }) => enqueue("newsletter", {}));
      await jobs(world);
      await ask(`admin/newsletter/mails/${group}`);
      await ask(`publishing/account-groups/${group}/integrations`);
      await ask("admin/failed-work/");
    };
    await everything();
    const words = JSON.stringify(sesKeys);
    for (const status of [400, 401, 403, 429, 500]) {
      const answer = { status, json: { message: words, __type: "AccessDeniedException" } };
      for (const call of ["GET /v2/email/account", "POST /v2/email/outbound-emails"]) {
        ses.disturb(call, { answer });
        await everything();
      }
    }
    mailer = createSmtpMailer({
      server: { host: "127.0.0.1", port: smtp.port, isEncrypted: false, login: smtpLogin },
      clock: world.clock,
      ca: certificate.cert,
    });
    await everything();
    for (const step of ["auth", "from", "to", "data"] as const) {
      const repeated = `${smtpLogin.user} ${smtpLogin.pass}`;
      smtp.state.refuse = (now) => (now === step ? { code: 550, words: repeated } : undefined);
      await everything();
    }
    smtp.state.refuse = () => undefined;
    smtp.state.atEnd = (socket) => socket.destroy().destroyed;
    await everything();
    await search(world);
  } finally {
    await world.close();
    await ses.close();
    await smtp.close();
  }
  expect(smtp.received.length).toBeGreaterThan(0);
  expect(ses.sent.length).toBeGreaterThan(0);
});

/** Generates a text through every failure of a model's server, and searches everything. */
async function lookAtTexts() {
  const { seen, log, heard, askOf, search } = listening();
  const ai = await startAi();
  const world = await createWorld({ log });
  const model = createTextModel({
    server: { url: ai.url, key: aiKey, model: aiModel },
    http: createHttp({ proxy: null }),
    clock: world.clock,
    take: async () => true,
    release: async () => {},
    record: async (noted) => void seen.push(inspect(noted)),
  });
  const textModel: TextModel = {
    write: (...given) => heard(model.write(...given)),
  };
  Object.assign(world.ports, { textModel });
  const sent = `Bearer ${aiKey}`;
  const group = await world.addGroup();
  try {
    for (const status of [200, 400, 401, 402, 403, 404, 429, 500]) {
      const error = { message: `Refused ${sent}`, type: sent, param: sent, code: sent };
      ai.answers.push(status === 200 ? { status, text: sent } : { status, json: { error } });
      await world.generate(await world.addCategory(group), 1, "text").catch(() => undefined);
      world.clock.advance(day);
    }
    ai.disturb("POST /v1/chat/completions", { cut: "after" });
    await world.generate(await world.addCategory(group), 1, "text").catch(() => undefined);
    await askOf(world)("publishing/failed-work");
    await search(world, 50);
  } finally {
    await world.close();
    await ai.close().catch(() => undefined);
  }
  expect(ai.bodies.length).toBeGreaterThan(8);
}

/** Publishes, searches, tests, measures and refreshes through every failure, and searches everything. */
async function look({ platform, kinds, start }: Subject) {
  const failing = { kind: "well" as Failure, call: 0, made: 0 };
  let publisher: Publisher | undefined;
  let metrics: MetricsSource | undefined;
  const { log, heard, askOf, search } = listening();
  const world = await createWorld({
    ports: {
      world: liveWorld([platform], false),
      publisher: {
        publish: (...given) => heard(publisher?.publish(...given)),
        locate: (...given) => heard(publisher?.locate(...given)),
        test: (...given) => heard(publisher?.test(...given)),
        // Its result is the new token itself, which the domain seals.
        refresh: (...given) => publisher?.refresh(...given) ?? Promise.resolve(null),
      },
      metrics: { read: (...given) => heard(metrics?.read(...given)) },
    },
    log,
  });
  const ask = askOf(world);
  const peer = await start(world.clock);
  const shared = liveIn(world);
  const live: Live = {
    ...shared,
    media: peer.media ?? shared.media,
    httpOf: ({ proxy }) =>
      failOnce(
        failing,
        platform,
        { origin: peer.origins[0], disturb: peer.disturb },
        createHttp({ proxy, allowsPrivateProxy: true, publicInTests: peer.origins }),
      ),
  };
  /** A server that has just started has no session yet. */
  const restart = () => {
    publisher = peer.publisher(live);
    metrics = peer.metrics(live);
  };
  try {
    restart();
    const account = await addAccount(world, platform, peer);
    let number = 0;
    // They need more calls than a text alone.
    const withMedia = kinds.filter((kind) => kind !== "text");
    for (const kind of failures) {
      if (kind === "proxy") await addProxy(world);
      for (const call of callsOf(kind)) {
        Object.assign(failing, { kind, call });
        const begin = async () => {
          failing.made = 0;
          restart();
          await world.database.db.update(accounts).set({
            ...{ held_until: null, last_test: null, tokens: null, tokens_at: null },
            credentials_expire_at: new Date(world.clock.now().getTime() + day),
          });
        };
        await begin();
        number += 1;
        await addPost(world, account, platform, number, mediaOf(withMedia, number));
        await jobs(world);
        // The rest of it: a search, or another try.
        world.clock.advance(2 * minute);
        await begin();
        await world.transaction(enqueueDue);
        await jobs(world);
        // Its first figures.
        world.clock.advance(2 * day);
        await begin();
        await jobs(world);
        await begin();
        await world.transaction(enqueueRefreshes);
        await jobs(world);
        await begin();
        await ask(`publishing/accounts/${account.id}/test`, "POST");
        await ask(`admin/test-performance-fetch/${account.id}`, "POST");
      }
    }
    await ask(`publishing/account-groups/${account.group_id}/accounts`);
    await ask("publishing/scheduled-posts");
    await ask("publishing/activity");
    await ask("publishing/performance/posts");
    for (const { id } of await world.posts()) await ask(`publishing/scheduled-posts/${id}`);
    await search(world);
  } finally {
    await world.close();
    await peer.close().catch(ignoreUnusedFailures);
  }
}

/** Lets one of the calls to a peer fail; `made` counts those of all. */
const failOnce =
  (
    failing: { readonly kind: Failure; readonly call: number; made: number },
    platform: Subject["platform"],
    { origin, disturb }: { readonly origin: string | undefined } & Pick<Running, "disturb">,
    http = createHttp({ proxy: null }),
  ): Http =>
  async (call) => {
    const isMine = failing.made++ === failing.call;
    const url = new URL(call.url);
    const { headers, form, query, bytes, json } = call;
    const body = bytes && Buffer.from(bytes).toString("latin1");
    const sent = JSON.stringify({ headers, form, query, json, body });
    const failure = isMine && url.origin === origin && failureOf(failing.kind, platform, sent);
    if (failure) disturb(`${call.method} ${url.pathname}`, failure);
    return http(call);
  };

function failureOf(
  kind: Failure,
  platform: Subject["platform"],
  sent: string,
): Disturbance | undefined {
  switch (kind) {
    case "well":
    case "proxy":
      return undefined;
    case "cut":
      return { cut: "after" };
    case "page":
      return { answer: { status: 502, text: `<h1>Bad gateway</h1> ${sent}` } };
    default:
      return { answer: { status: Number(kind), json: wordsOf(platform, sent) }, effect: true };
  }
}

/** Returns an error in the platform's form; X and LinkedIn take the first fields. */
const wordsOf = (platform: Subject["platform"], message: string) => ({
  ...{ message, title: message, detail: message, code: "FAILED", errors: [{ message }] },
  error: platform === "bluesky" ? "InvalidRequest" : { message, code: codeOf(platform) },
});

const codeOf = (platform: Subject["platform"]) => (platform === "tiktok" ? "spam_risk" : 100);

/** A job may fail here: what it says then is in the log. */
const jobs = (world: World) => world.runJobs().catch(() => undefined);

async function addAccount(world: World, platform_type: Subject["platform"], peer: Running) {
  const group_id = await world.addGroup();
  const added = await insertAccount(world.database.db, world.ports.secrets, {
    ...{ group_id, platform_type, platform_username: "zima", is_active: true },
    credentials: peer.credentials,
  });
  if (!added) throw new Error("The account was not added.");
  return added;
}

/** Adds a proxy that nobody can reach. */
async function addProxy({ database, ports }: World) {
  const [group] = await database.db.select().from(groups);
  if (!group) throw new Error("There is no group.");
  await database.db
    .update(groups)
    .set({
      ...{ proxy_server: "http://127.0.0.1:9", proxy_username: "zima" },
      proxy_password: ports.secrets.seal(
        "canary-proxy-password",
        placeIn("groups.proxy_password", group.id),
      ),
    })
    .where(eq(groups.id, group.id));
}

async function addPost(
  world: World,
  { id: account_id, group_id }: Awaited<ReturnType<typeof addAccount>>,
  platform_type: Subject["platform"],
  number: number,
  media: ReturnType<typeof mediaOf>,
) {
  const { db } = world.database;
  const [item] = await db
    .insert(queueItems)
    .values({
      ...{ status: "approved", text_content: `Zimska kolekcija, post ${number}` },
      ...media,
    })
    .returning();
  await db.insert(scheduledPosts).values({
    ...{ queue_item_id: item?.id ?? 0, group_id, account_id, platform_type },
    publish_at: world.clock.now(),
  });
  await world.transaction(enqueueDue);
}

/** Returns all rows of all tables, those of the job queue too. */
async function everyRow({ database }: World): Promise<string[]> {
  const { rows } = await database.query(
    "select table_schema, table_name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  const texts: string[] = [];
  for (const { table_schema, table_name } of rows as Record<string, string>[]) {
    const found = await database.query(
      `select row_to_json(t)::text as text from "${table_schema}"."${table_name}" t`,
    );
    for (const { text } of found.rows as Record<string, string>[]) texts.push(text ?? "");
  }
  return texts;
}

/** A failure that was prepared for a call that was not made again is no fault of this test. */
function ignoreUnusedFailures(error: unknown) {
  if (!/^(\S+ \S+ was never called\.\n?)+$/.test(String(error).replace(/^Error: /, "")))
    throw error;
}
