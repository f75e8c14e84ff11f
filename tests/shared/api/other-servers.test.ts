import { describe, expect, it, vi } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { accountsApi } from "@/features/accounts/contract";
import { contentApi } from "@/features/content/contract";
import { contentDocs } from "@/features/content/contract-docs";
import { groupsApi } from "@/features/groups/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { call } from "@/shared/api/call";
import { connection } from "@/shared/api/connection";
import { isTransient, reasonOf, SafeError } from "@/shared/api/errors";
import { healthApi } from "@/shared/api/health";
import { failureOf } from "@/shared/query/outcome";
import { session } from "@/shared/session/session";
import { holdTime, pass } from "../../support/held-time";
import { jsonAnswer, putOnWire } from "../../support/wire";

const groups = "/api/v1/publishing/account-groups";
const list = () => call(groupApi.list, {});
const add = () => call(groupsApi.create, { body: { name: "Zima", description: null } });
const liveRun = () =>
  call(saleRotatorApi.trigger, { params: { groupId: 1 }, query: { dry_run: false } });

const ofItem = { params: { id: 7 } };
const postNow = () => call(contentApi.postNow, { ...ofItem, body: { social_account_ids: [1] } });
const publish = () => call(contentApi.publish, contentDocs.publish.sample);

async function failed(promise: Promise<unknown>) {
  const error = await promise.catch((thrown) => thrown);
  if (!(error instanceof SafeError)) throw new Error("The call did not fail.", { cause: error });
  return error;
}

describe("A server that redirects to the path with the other slash", () => {
  /** Answers only the paths that end with a slash. */
  const slashed = () =>
    putOnWire({
      fetch: async (input, init) => {
        const { url } = new Request(input, init);
        return new URL(url).pathname.endsWith("/")
          ? jsonAnswer(200, [])
          : new Response(null, { status: 307, headers: { location: `${url}/` } });
      },
    });

  it("is read there", async () => {
    const wire = slashed();
    expect(await list()).toEqual({ items: [], unreadable: 0 });
    expect(wire.sent).toEqual([`GET ${groups}`, `GET ${groups}/`]);
  });

  it("is sent a write once, which says that nothing was done", async () => {
    const wire = slashed();
    const error = await failed(add());
    expect(wire.sent).toEqual([`POST ${groups}`]);
    expect(failureOf("Failed to create group.", error)).toEqual({
      text: "Failed to create group.",
      detail:
        "The server or the network redirects this call to another address, so nothing was done.",
    });
  });

  it("counts as an answering one, and its reader tries again, only if it answers there", async () => {
    const heard = vi.spyOn(connection, "heard");
    const wire = putOnWire({ fetch: async () => new Response(null, { status: 302 }) });
    const error = await failed(list());
    expect(error.kind).toBe("redirected");
    expect(isTransient(error)).toBe(true);
    expect(wire.sent).toHaveLength(2);
    await failed(add());
    await failed(call(healthApi.read, {}));
    expect(heard).not.toHaveBeenCalled();
    slashed();
    await list();
    expect(heard).toHaveBeenCalledOnce();
  });
});

describe("A server that is slow", () => {
  /** Never answers; aborts as `fetch` does. */
  const silent = () =>
    putOnWire({
      fetch: (input, init) =>
        new Promise((_, reject) => {
          const { signal } = new Request(input, init);
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });

  it.each([
    ["A read", list, 60_000],
    ["A write", add, 60_000],
    ["A live run", liveRun, 600_000],
    ["'Post Now'", postNow, 600_000],
    ["A conversion", () => call(contentApi.convertToVideo, ofItem), 600_000],
    ["Another conversion", () => call(contentApi.reconvertVideo, ofItem), 600_000],
    ["'Publish'", publish, 600_000],
    ["'Prime session'", () => call(accountsApi.primeSession, ofItem), 600_000],
  ])(
    "%s waits for its time, then says that the server took too long",
    async (_, send, patience) => {
      silent();
      holdTime();
      let error: SafeError | undefined;
      void failed(send()).then((thrown) => {
        error = thrown;
      });
      await pass(patience - 1_000);
      expect(error).toBeUndefined();
      await pass(2_000);
      expect(error?.kind).toBe("timeout");
      expect(reasonOf(error)).toBe("The server took too long to respond.");
      // The next attempt would only be as slow.
      expect(isTransient(error)).toBe(false);
    },
  );
});

describe("An error in JSON", () => {
  it.each([502, 503, 504])("is the server's own answer, also with status %d", async (status) => {
    const lost = vi.spyOn(connection, "lost");
    putOnWire({ fetch: async () => jsonAnswer(status, { detail: "Closed for the night." }) });
    const error = await failed(list());
    expect(error).toMatchObject({ status, detail: "Closed for the night." });
    expect(lost).not.toHaveBeenCalled();
  });
});

describe("A server that does not say that it sends JSON, as Flask's return of a text", () => {
  const named = (type: string, body: string, status = 200) =>
    putOnWire({
      fetch: async () => {
        const response = new Response(body, { status, headers: { "content-type": type } });
        if (!type) response.headers.delete("content-type");
        return response;
      },
    });

  it.each(["text/html; charset=utf-8", "text/plain", ""])(
    "is read all the same: '%s'",
    async (type) => {
      const lost = vi.spyOn(connection, "lost");
      named(type, '[{"id":7,"name":"Zima"}]');
      expect((await list()).items).toMatchObject([{ id: 7, name: "Zima" }]);
      named(type, '{"detail":"The quota is used up."}', 503);
      expect(await failed(list())).toMatchObject({ status: 503, detail: "The quota is used up." });
      expect(lost).not.toHaveBeenCalled();
    },
  );

  it.each([
    ["text/plain; charset=utf-8", "  Name is taken.\n", "Name is taken."],
    ["", "Name is taken.\r\nChoose another.", "Name is taken. Choose another."],
    ["text/plain", "Ž".repeat(400), `${"Ž".repeat(300)}...`],
    ["text/plain", "", undefined],
    ["text/plain", "<!doctype html><h1>Name is taken.</h1>", undefined],
    ["text/plain", "Error: <b>Name is taken.</b>", undefined],
    ["text/html", "Name is taken.", undefined],
    ["application/octet-stream", "Name is taken.", undefined],
  ])(
    "refuses with a reason, which is shown if it is plain text: '%s'",
    async (type, text, read) => {
      named(type, text, 409);
      expect(await failed(add())).toMatchObject({ kind: "status", status: 409, detail: read });
    },
  );

  it("gives no reason with the name of its own error", async () => {
    named("text/plain", "Internal Server Error", 500);
    expect(await failed(add())).toMatchObject({ status: 500, detail: undefined });
  });

  it("has done what it confirms with a word", async () => {
    named("text/plain", "Deleted");
    const remove = call(newsletterApi.removeSubscriber, { params: { id: 7 } });
    await expect(remove).resolves.toBeUndefined();
  });

  it("is told from a page, whatever that is called", async () => {
    named("text/plain", "<!doctype html><h1>Welcome, guest</h1>");
    expect((await failed(list())).kind).toBe("foreign");
    named("text/html", "[Welcome, guest]");
    expect((await failed(list())).kind).toBe("foreign");
  });
});

it.each([
  "Invalid authentication credentials",
  "Authentication credentials were not provided.",
  "Invalid token or expired token.",
])("403 with '%s' ends the session", async (detail) => {
  session.signIn("abc");
  putOnWire({ fetch: async () => jsonAnswer(403, { detail }) });
  await failed(list());
  expect(session.state()).toBe("expired");
});

it("Steps that would be sent back with another number or as a text are refused", async () => {
  const step = `{"product_id":7,"new_price":10,"batch":1857219384719237121}`;
  putOnWire({
    fetch: async () =>
      new Response(`{"is_complete":false,"remaining_updates":[${step}],"remaining_removals":[]}`, {
        headers: { "content-type": "application/json" },
      }),
  });
  const error = await failed(
    call(saleRotatorApi.triggerStep, { params: { groupId: 1 }, body: null }),
  );
  expect(error.kind).toBe("unreadable");
});
