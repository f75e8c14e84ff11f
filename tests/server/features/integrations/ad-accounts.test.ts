import { expect, test, vi } from "vitest";
import { integrationsApi } from "@/features/integrations/contract";
import { startWorld } from "../start-world.ts";

const world = await startWorld();

const request = (user_access_token: string) => ({ body: { user_access_token } });
const accounts = (token: string) => world.call(integrationsApi.adAccounts, request(token));
const refusal = (token: string) => world.refusal(integrationsApi.adAccounts, request(token));

test("a token always opens the same two accounts, another token two others", async () => {
  const first = await accounts("EAAG1234567890abcdefgh");
  expect(first).toEqual([
    { id: expect.stringMatching(/^act_\d{15}$/), name: "Glavni oglasni nalog" },
    { id: expect.stringMatching(/^act_\d{15}$/), name: "Probne kampanje" },
  ]);
  expect(await accounts("EAAG1234567890abcdefgh")).toEqual(first);
  const other = await accounts("  123456789|Aa_-.Zz0987654321  ");
  expect(new Set([...first, ...other].map(({ id }) => id)).size).toBe(4);
});

test("a token may open no account", async () => {
  expect(await accounts("EAAG-this-one-is-Empty")).toEqual([]);
});

test.each([
  ["EAAG-so-Wrong-1234567890"],
  ["a".repeat(19)],
  ["EAAG 1234567890 abcdefgh"],
  ["EAAG1234567890abcdefgš"],
])("'%s' is refused with Facebook's message", async (token) => {
  expect(await refusal(token)).toEqual({
    status: 400,
    detail: "Invalid OAuth access token - Cannot parse access token. (190)",
  });
});

test("the refusal says that Facebook does not answer, without the thrown error", async () => {
  const token = "EAAG1234567890abcdefgh";
  vi.spyOn(world.ports.ads, "accounts").mockRejectedValue(new Error(`GET /me?token=${token}`));
  expect(await refusal(token)).toEqual({
    status: 503,
    detail: "Facebook did not answer. Try again.",
  });
});

test("a limit of Facebook says for how long, in whole minutes", async () => {
  const retryAt = new Date(world.clock.now().getTime() + 14.5 * 60_000);
  const error = "There have been too many calls.";
  vi.spyOn(world.ports.ads, "accounts").mockResolvedValue({
    ...{ ok: false, why: "later", error, retryAt },
  });
  expect(await refusal("EAAG1234567890abcdefgh")).toEqual({
    status: 429,
    detail: "There have been too many calls. Try again in 15 minutes.",
  });
});

test("a token is neither stored nor returned", async () => {
  const token = "EAAGverysecret1234567890";
  const send = () =>
    world.request("publishing/facebook/ad-accounts", {
      method: "POST",
      headers: { "Idempotency-Key": "ads-1" },
      json: { user_access_token: token },
    });
  const texts = await Promise.all([(await send()).text(), (await send()).text()]);
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toContain(token);
  const { rows } = await world.database.query("select * from idempotency_keys");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});
