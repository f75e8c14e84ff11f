import { expect, test, vi } from "vitest";
import { integrationsApi } from "@/features/integrations/contract";
import { startWorld } from "../start-world.ts";

const world = await startWorld();

const request = (user_access_token: string) => ({ body: { user_access_token } });
const refusal = (token: string) => world.refusal(integrationsApi.adAccounts, request(token));

test("a token is refused with Facebook's message", async () => {
  expect(await refusal("EAAG-so-Wrong-1234567890")).toEqual({
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
