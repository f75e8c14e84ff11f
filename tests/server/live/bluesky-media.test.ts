import { describe, expect, it } from "vitest";
import { dropBefore, type Handler, refusal } from "../../peers/bluesky/front";
import { attemptOf } from "../../peers/support/publishing";
import { account, reset, startBluesky } from "./bluesky-stand-in";
import { imageUrl, otherVideoUrl, outcomeOf, videoUrl } from "./bluesky-support";

const { pages, standIn, front, video, videoFront, site, hidden, start, post, publish, posts } =
  await startBluesky();

describe("A video on Bluesky", () => {
  const uploadVideo = "/xrpc/app.bsky.video.uploadVideo";
  const given = { text: "Kapa", videoUrl, altText: "Kapa se okreće" };
  /** Publishes it, as far as that goes, and returns the next try. */
  async function begun() {
    const attempt = attemptOf();
    await publish(given, { attempt });
    return attemptOf(attempt.stored.trace);
  }

  it("waits while the service processes it, and is uploaded once", async () => {
    video.takes(3);
    let attempt = attemptOf();
    for (let asked = 0; asked < 2; asked++) {
      expect(await publish(given, { attempt })).toEqual({
        ok: "waiting",
        note: "Bluesky is processing the video.",
        askAt: new Date("2026-11-27T08:00:05.000Z"),
      });
      expect(attempt.stored.isCommitting).toBe(false);
      attempt = attemptOf(attempt.stored.trace);
    }
    expect(await publish(given, { attempt })).toMatchObject({ ok: true });
    expect(videoFront.timesOf(uploadVideo)).toBe(1);
    expect(posts()).toMatchObject([
      {
        embed: {
          $type: "app.bsky.embed.video",
          alt: "Kapa se okreće",
          aspectRatio: { width: 720, height: 1280 },
          video: { mimeType: "video/mp4" },
        },
      },
    ]);
  });

  it("is uploaded again when the post has another one now", async () => {
    video.takes(5);
    const attempt = await begun();
    video.takes(1);
    const changed = { ...given, videoUrl: otherVideoUrl };
    expect(await publish(changed, { attempt })).toMatchObject({ ok: true });
    expect(videoFront.timesOf(uploadVideo)).toBe(2);
  });

  it("is taken from before when the service has it already", async () => {
    await publish({ ...given, id: 1 });
    expect(await publish({ ...given, id: 2 })).toMatchObject({ ok: true });
    expect(posts()).toHaveLength(2);
    expect(video.uploads()).toBe(1);
  });

  it("fails in the service's words, and is uploaded again on a retry", async () => {
    video.fails("Video is longer than 3 minutes");
    const first = attemptOf();
    expect(await publish(given, { attempt: first })).toEqual({
      ok: false,
      error: "Video is longer than 3 minutes",
    });
    video.clear();
    const attempt = attemptOf(first.stored.trace);
    expect(await publish(given, { attempt })).toMatchObject({ ok: true });
  });

  it("is uploaded again when the service has lost it", async () => {
    video.takes(5);
    const second = await begun();
    video.clear();
    expect(await publish(given, { attempt: second })).toEqual({
      ok: false,
      error: "Bluesky has lost the video.",
      why: "later",
      retryAt: new Date("2026-11-27T08:00:05.000Z"),
      scope: "post",
    });
    const attempt = attemptOf(second.stored.trace);
    expect(await publish(given, { attempt })).toMatchObject({ ok: true });
  });

  it.each<[what: string, reply: ReturnType<Handler>, expected: object]>([
    [
      "the service refuses it",
      refusal(400, "unconfirmed_email", "Confirm your e-mail address to upload videos"),
      { ok: false, error: "Confirm your e-mail address to upload videos" },
    ],
    [
      "the day's videos are used up",
      {
        ...refusal(429, "RateLimitExceeded", "Rate Limit Exceeded"),
        headers: { "ratelimit-reset": reset },
      },
      {
        ok: false,
        error: "Rate Limit Exceeded",
        why: "later",
        retryAt: new Date("2100-01-01T00:00:00Z"),
      },
    ],
    [
      "the service is out of order",
      { status: 503, body: "Unavailable" },
      new Error("Bluesky's video service answered with status 503."),
    ],
  ])("is not published when %s", async (_, reply, expected) => {
    videoFront.next(uploadVideo, () => reply);
    expect(await publish(given)).toEqual(expected);
    expect(posts()).toEqual([]);
  });
});

describe("The card of a link on Bluesky", () => {
  const html = (head: string): ReturnType<Handler> => ({
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html><html><head>${head}</head><body></body></html>`,
  });
  const whole =
    '<meta property="og:title" content="Crvena kapa"><meta property="og:description" content="Topla &amp; mekana">';
  const link = `${site.origin}/kapa`;
  const linked = () => publish({ text: `Nova kapa ${link} #zima` });
  const card = () => {
    const [record] = posts();
    return (record as { embed?: unknown }).embed;
  };

  it("shows the page's title, description and picture", async () => {
    pages.set("/kapa", html(`${whole}<meta property="og:image" content="/thumb.jpg">`));
    const on = start();
    expect(await publish({ text: `Nova kapa ${link}` }, { on })).toMatchObject({ ok: true });
    expect(card()).toMatchObject({
      $type: "app.bsky.embed.external",
      external: {
        uri: link,
        title: "Crvena kapa",
        description: "Topla & mekana",
        thumb: { mimeType: "image/jpeg" },
      },
    });
    // Without its host the picture would be a file of this server.
    expect(on.asked).toMatchObject([{ url: `${site.origin}/thumb.jpg` }]);
    // Through the proxy of its group.
    expect(on.asked[0]?.reader).toBe(account);
  });

  it("is small when the picture does not load or is refused", async () => {
    pages.set("/kapa", html(`${whole}<meta property="og:image" content="/away.jpg">`));
    await linked();
    expect(card()).toEqual({
      $type: "app.bsky.embed.external",
      external: { uri: link, title: "Crvena kapa", description: "Topla & mekana" },
    });
    standIn.clear();
    pages.set("/kapa", html(`${whole}<meta property="og:image" content="/thumb.jpg">`));
    front.next("/xrpc/com.atproto.repo.uploadBlob", () =>
      refusal(400, "BlobTooLarge", "This file is too large."),
    );
    expect(await linked()).toMatchObject({ ok: true });
    expect(card()).toMatchObject({ external: { title: "Crvena kapa" } });
  });

  it("follows redirects, but only to public addresses, and not forever", async () => {
    pages.set("/kapa", { status: 302, headers: { location: "/nova" } });
    pages.set("/nova", html(whole));
    await linked();
    expect(card()).toMatchObject({ external: { uri: link, title: "Crvena kapa" } });

    for (const location of [`${hidden.origin}/`, "https://127.0.0.1/", "/kapa"]) {
      standIn.clear();
      pages.set("/kapa", { status: 302, headers: { location } });
      expect(await linked()).toMatchObject({ ok: true });
      expect(card()).toBeUndefined();
    }
    expect(site.timesOf("/kapa")).toBe(1 + 1 + 1 + 4);
    await publish({ text: `Vidi ${hidden.origin}/` });
    expect(hidden.asked).toEqual([]);
  });

  it("is not published without when this server stops while it reads the page", async () => {
    const stop = new AbortController();
    site.next("/kapa", () => {
      stop.abort();
      return "drop";
    });
    const attempt = attemptOf();
    const publication = post({ text: `Nova kapa ${link}` });
    const publishing = start().publish(publication, attempt.attempt, stop.signal);
    expect(await outcomeOf(publishing)).toBeInstanceOf(Error);
    expect(attempt.stored.isCommitting).toBe(false);
  });

  it.each<[what: string, page: ReturnType<Handler> | undefined]>([
    ["does not come, because the connection is cut", undefined],
    ["has no description", html("<title>Kapa</title>")],
    ["has no title", html('<meta name="description" content="Topla">')],
    ["is not there", { status: 404, headers: { "content-type": "text/html" }, body: "" }],
    ["is no page", { status: 200, headers: { "content-type": "image/png" }, body: "PNG" }],
  ])("is left out when the page %s", async (_, page) => {
    if (page) pages.set("/kapa", page);
    else site.next("/kapa", dropBefore);
    expect(await linked()).toMatchObject({ ok: true });
    expect(card()).toBeUndefined();
  });

  it("never makes a record too big", async () => {
    const long = "ž".repeat(200_000);
    pages.set("/kapa", html(`<title>${long}</title><meta name="description" content="${long}">`));
    expect(await linked()).toMatchObject({ ok: true });
    expect(card()).toMatchObject({
      external: { title: "ž".repeat(300), description: "ž".repeat(1000) },
    });
  });

  it("gives way to an image", async () => {
    pages.set("/kapa", html(whole));
    await publish({ text: link, imageUrl });
    expect(card()).toMatchObject({ $type: "app.bsky.embed.images" });
    expect(site.asked).toEqual([]);
  });
});
