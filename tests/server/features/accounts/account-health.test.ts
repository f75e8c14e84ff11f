import { describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import {
  addAccountOn,
  addContent,
  group,
  postNowOn,
  refusal,
  setAccount,
  world,
  worldForEach,
} from "../support.ts";

// Ahead of the machine's clock, which the queue uses: otherwise it would find everything due.
const morning = new Date("2040-01-02T08:00:00Z");
worldForEach(() => ({ ports: { clock: { now: () => morning } } }));

const healthOf = async (id: number) =>
  (await world.accounts(group)).find((account) => account.id === id)?.health;
const tryOut = (id: number) => world.request(`publishing/accounts/${id}/test`, { method: "POST" });
const postedBy = async () => (await world.posts()).map(({ account_id }) => account_id);

/** Adds three accounts: one that works, one whose test fails, one without keys. */
async function threeAccounts() {
  const good = await addAccountOn("bluesky", "zima");
  const failing = await addAccountOn("bluesky", "sneg", "wrong");
  await addAccountOn("x_twitter", "mraz", "");
  expect((await tryOut(failing)).status).toBe(400);
  return { good };
}

const leftOut =
  "Left out: sneg on Bluesky (its last test failed), mraz on X (Twitter) (it has no keys).";

describe("the health of an account", () => {
  test("is untested until a test passes or fails, and again with other keys", async () => {
    const id = await addAccountOn("bluesky", "zima");
    expect(await healthOf(id)).toBe("untested");
    await tryOut(id);
    expect(await healthOf(id)).toBe("ready");
    const keys = (password: string) =>
      world.call(accountsApi.setCredentials, {
        params: { id },
        body: { credentials: { identifier: "zima", password } },
      });
    await keys("wrong");
    expect(await healthOf(id)).toBe("untested");
    await tryOut(id);
    expect(await healthOf(id)).toBe("failing");
    await keys("good");
    expect(await healthOf(id)).toBe("untested");
    await world.call(accountsApi.clearCredentials, { params: { id } });
    expect(await healthOf(id)).toBe("incomplete");
  });

  test("is incomplete without keys, and for TikTok without a primed session", async () => {
    expect(await healthOf(await addAccountOn("x_twitter", "zima", ""))).toBe("incomplete");
    const id = await addAccountOn("tiktok", "zima");
    expect(await healthOf(id)).toBe("incomplete");
    await world.call(accountsApi.primeSession, { params: { id } });
    expect(await healthOf(id)).toBe("untested");
  });

  test("is ready once it has published, and a refused post alone does not make it fail", async () => {
    const id = await addAccountOn("bluesky", "zima");
    const say = (text_content: string) =>
      world.call(contentApi.publish, {
        body: { account_group_id: group, text_content, image_url: null },
      });
    await say("Predugo. ".repeat(100));
    expect(await healthOf(id)).toBe("untested");
    await say("Sneg je pao.");
    expect(await healthOf(id)).toBe("ready");
  });
});

describe("accounts that cannot be used are left out, and named", () => {
  test("by an approval", async () => {
    const { good } = await threeAccounts();
    const [item = 0] = await world.generate(await world.addCategory(group));
    expect(await world.approve(item)).toMatchObject({ status: "approved", left_out: leftOut });
    expect(await postedBy()).toEqual([good]);
  });

  test("by an approval only if they are left out", async () => {
    await addAccountOn("bluesky", "zima");
    const [item = 0] = await world.generate(await world.addCategory(group));
    expect(await world.approve(item)).toMatchObject({ left_out: null });
  });

  test("by the planner", async () => {
    const { good } = await threeAccounts();
    await addContent(await world.addCategory(group));
    expect(await world.call(schedulerApi.runDailyPlanner, {})).toEqual({
      message: `The daily planner is queued. ${leftOut}`,
    });
    await world.runJobs();
    expect(await postedBy()).toEqual([good]);
  });

  test("by direct publishing", async () => {
    const { good } = await threeAccounts();
    const body = { account_group_id: group, text_content: "Sneg je pao.", image_url: null };
    const { message, publishing_results } = await world.call(contentApi.publish, { body });
    expect(message).toBe(`Published on 1 of 1 account. ${leftOut}`);
    expect(publishing_results).toMatchObject([{ social_account_id: good, status: "published" }]);
    await setAccount(good, { is_active: false });
    expect(await world.refusal(contentApi.publish, { body })).toEqual(
      refusal(409, `This group has no account that can publish. ${leftOut}`),
    );
  });
});

describe("an unprimed TikTok account in the sandbox", () => {
  const words = "login_required: the session of this account has not been primed.";

  test("fails its test until its session is primed", async () => {
    const id = await addAccountOn("tiktok", "zima");
    expect(await world.refusal(accountsApi.test, { params: { id } })).toEqual({
      status: 400,
      detail: words,
    });
    await world.call(accountsApi.primeSession, { params: { id } });
    expect(await world.call(accountsApi.test, { params: { id } })).toEqual({
      message: "The credentials work.",
    });
  });

  test("publishes nothing, also if it is active", async () => {
    const id = await addAccountOn("tiktok", "zima");
    await setAccount(id, { is_active: true });
    const item = await addContent(await world.addCategory(group));
    const order = postNowOn(item.id, [id]);
    const { publishing_results } = await world.call(contentApi.postNow, order);
    expect(publishing_results).toMatchObject([{ status: "failed", error: words }]);
  });
});
