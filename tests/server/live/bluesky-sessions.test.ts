import { describe, expect, it } from "vitest";
import { NoAnswerError } from "../../../server/adapters/live/http";
import { NotSentError } from "../../../server/ports/outcome";
import { dropBefore, type Fault, refusal } from "../../peers/bluesky/front";
import {
  account,
  createSession,
  member,
  putRecord,
  refreshSession,
  startBluesky,
} from "./bluesky-stand-in";
import { accountOf, outcomeOf, signal } from "./bluesky-support";

const { standIn, front, site, start, publish, posts } = await startBluesky();
/** The same account with a password that is wrong. */
const wrong = accountOf(member.handle, "canary-other");

describe("Sessions at Bluesky", () => {
  it("serve many posts with one login, and are refreshed when the access token has ended", async () => {
    const on = start();
    for (const id of [1, 2]) await publish({ id, text: `Post ${id}` }, { on });
    standIn.tokens.access.clear();
    for (const id of [3, 4]) await publish({ id, text: `Post ${id}` }, { on });
    expect(posts()).toHaveLength(4);
    expect([front.timesOf(createSession), front.timesOf(refreshSession)]).toEqual([1, 1]);
  });

  it("are made again for another password, and for another account", async () => {
    const on = start();
    await publish({ text: "Prvi" }, { on });
    expect(await publish({ text: "Drugi" }, { on, by: wrong })).toMatchObject({
      why: "credentials",
    });
    const by = accountOf(member.did, member.password, { id: 2 });
    expect(await publish({ id: 2 }, { on, by })).toMatchObject({ ok: true });
    expect(front.timesOf(createSession)).toBe(3);
  });

  const invalid = () => refusal(400, "InvalidToken", "Token could not be verified");
  it.each<[what: string, path: string, fault: Fault | undefined]>([
    ["the refresh token has ended, too", refreshSession, undefined],
    ["the server does not answer to the refresh token", refreshSession, dropBefore],
    ["the server calls the token invalid", putRecord, invalid],
  ])("are replaced by one login when %s", async (_, path, fault) => {
    const on = start();
    await publish({ id: 1, text: "Prvi" }, { on });
    if (path === refreshSession) standIn.endSessions();
    if (fault) front.next(path, fault);
    expect(await publish({ id: 2, text: "Drugi" }, { on })).toMatchObject({ ok: true });
    expect(front.timesOf(createSession)).toBe(2);
    expect(posts()).toHaveLength(2);
  });

  it("are tested by a login, because an old session proves nothing about the password", async () => {
    const on = start();
    await publish({ text: "Prvi" }, { on });
    expect(await outcomeOf(on.test(account, signal))).toEqual({
      ok: true,
      owner: "@zima.example.com",
    });
    expect(front.timesOf(createSession)).toBe(2);
    expect(await outcomeOf(on.test(wrong, signal))).toEqual({
      ...{ ok: false, error: "Invalid identifier or password", why: "credentials" },
    });
    front.next(createSession, dropBefore);
    expect(await outcomeOf(on.test(account, signal))).toBeInstanceOf(NoAnswerError);
  });

  it.each([member.handle, `@${member.handle}`, ` ${member.handle} `, member.did, member.email])(
    "are made for the identifier '%s'",
    async (identifier) => {
      const tested = start().test(accountOf(identifier, member.password), signal);
      expect(await outcomeOf(tested)).toMatchObject({ ok: true });
    },
  );

  it("need no new credentials, because an app password does not end", async () => {
    expect(await start().refresh(account, signal)).toBeNull();
  });
});

describe("The way to Bluesky", () => {
  it("is the group's proxy alone: nothing is sent when it is away", async () => {
    const proxy = { server: "http://127.0.0.1:9", username: null, password: null };
    const by = { ...account, proxy };
    expect(await publish({ text: `Zdravo ${site.origin}/kapa` }, { by })).toEqual(
      new NotSentError("The group's proxy did not answer."),
    );
    expect([...front.asked, ...site.asked]).toEqual([]);
  });
});
