import { describe, expect, it } from "vitest";
import { instagramErrors } from "../../peers/instagram/peer";
import type { FetchedImage } from "../../peers/meta/files";
import { expiredToken, noSuchObject } from "../../peers/meta/graph";
import type { Disturbance } from "../../peers/support/peer";
import { attemptOf, publicationOf } from "../../peers/support/publishing";
import {
  byFacebook,
  byInstagram,
  firstContainer,
  firstPost,
  found,
  limit,
  me,
  media,
  on,
  playInstagram,
  publish,
  tries,
} from "./instagram-support";
import { credentials, out, picture, signal, video } from "./meta-support";

playInstagram();

describe("A picture on Instagram", () => {
  it("is published with its caption and its description", async () => {
    const text = "Žuta jakna 🧥\n100% #zima & «sneg»";
    expect(await tries({ ...picture, text, altText: "Jakna" }).once()).toEqual(found);
    expect(on.state.posts).toMatchObject([{ text, fields: { alt_text: "Jakna" } }]);
    expect(on.peer.calls).toEqual([me, limit, media, firstContainer, publish, firstPost]);
  });

  it.each(["3000x1000", "600x3000", "100x100", "1440x1800"])(
    "of %s pixels becomes a JPEG that Instagram takes",
    async (size) => {
      expect(await tries({ imageUrl: `/media/sandbox/${size}.png` }).once()).toMatchObject(out);
      const image = on.state.posts[0]?.fields.image as FetchedImage | undefined;
      expect(image?.width).toBeLessThanOrEqual(1440);
    },
  );

  it.each([
    [
      "has a caption of at most 2200 characters",
      { ...picture, text: "č".repeat(2201) },
      "The text has 2201 characters; Instagram allows 2200: shorten it by 1.",
    ],
    ["must be there", { imageUrl: null }, "Instagram needs an image or video."],
  ])("%s, which is said before any call", async (_, post, error) => {
    expect(await tries(post).once()).toEqual({ ok: false, error });
    expect(on.peer.calls).toEqual([]);
  });

  it("may have 2200 emoji", async () => {
    expect(await tries({ ...picture, text: "🧥".repeat(2200) }).once()).toMatchObject(out);
  });

  it("that is still processed is asked for again, more and more rarely", async () => {
    on.state.processing.reads = 5;
    const started = on.time.now().getTime();
    const waits: string[] = [];
    expect(await tries().settle(waits)).toMatchObject(out);
    expect(waits).toEqual(Array(5).fill("Instagram is processing the image."));
    // 2 s, then 5, 5, 10 and 10.
    expect(on.time.now().getTime() - started).toBe(32_000);
    expect(on.state.creatingCalls).toBe(1);
    expect(on.state.containers.size).toBe(1);
  });

  it("goes on with another container if the first one has expired", async () => {
    on.state.processing.reads = 1;
    const post = tries();
    expect(await post.once()).toMatchObject({ ok: "waiting" });
    on.time.pass(25 * 3600);
    on.state.processing.reads = 0;
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.containers.size).toBe(2);
  });

  it("that was edited since gets another container", async () => {
    on.state.processing.reads = 1;
    const post = tries();
    await post.once();
    const edited = { ...picture, text: "Nova cena." };
    const { attempt } = attemptOf(post.trace);
    const outcome = on.publisher.publish(publicationOf(byInstagram, edited), attempt, signal);
    expect(await outcome).toMatchObject({ ok: "waiting" });
    expect(await tries(edited).settle()).toMatchObject(out);
    expect(on.state.posts).toMatchObject([{ text: "Nova cena." }]);
  });

  it("is out even if its address cannot be read", async () => {
    on.peer.disturb(firstPost, { answer: noSuchObject("18000000000000001") });
    on.peer.disturb(firstPost, { cut: "before" });
    const url = "https://www.instagram.com/zima.shop/";
    expect(await tries().once()).toEqual({ ...found, url });
    expect(on.pauses).toEqual([1000]);
  });

  it("waits where Instagram does not yet know the container that it has made", async () => {
    on.peer.disturb(firstContainer, { answer: noSuchObject("17900000000000001") });
    const post = tries();
    expect(await post.once()).toMatchObject({ ok: "waiting" });
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.containers.size).toBe(1);
  });
});

describe("A video on Instagram", () => {
  it("is a Reel, which Instagram fetches with a token of its own login", async () => {
    expect(await tries(video).settle()).toMatchObject(out);
    const fields = { media_type: "REELS", video: on.files.video.length };
    expect(on.state.posts[0]?.fields).toEqual(fields);
  });

  it("is uploaded with a token of Facebook's login, and needs no public address", async () => {
    on.files.trouble.isPrivate = true;
    on.state.processing.reads = 2;
    expect(await tries(video, byFacebook).settle()).toMatchObject(out);
    expect(on.files.downloads).toBe(0);
    expect(on.state.posts[0]?.fields).toEqual({ media_type: "REELS" });
  });

  it.each([2, 901])("of %i seconds is refused before any call", async (seconds) => {
    on.files.trouble.seconds = seconds;
    expect(await tries(video).once()).toMatchObject({ ok: false });
    expect(on.peer.calls).toEqual([]);
  });

  it.each([
    ["for its own fault gets one more container", "2207053", 2],
    ["because of its format is refused at once", "2207026", 1],
  ])("that Instagram could not process %s", async (_, code, containers) => {
    const error = `Error: Media upload has failed with error code ${code}`;
    Object.assign(on.state.processing, { error, reads: 1 });
    const post = tries(video);
    expect(await post.settle()).toEqual({ ok: false, error });
    expect(on.state.containers.size).toBe(containers);
    delete on.state.processing.error;
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.containers.size).toBe(containers + 1);
  });

  it("whose upload fails is begun again later", async () => {
    const answer = { status: 502, text: "" };
    on.peer.disturb("POST /upload/ig-api-upload/v26.0/17900000000000001", { answer });
    const post = tries(video, byFacebook);
    expect(await post.once()).toMatchObject({ ok: false, why: "later" });
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.containers.size).toBe(2);
    expect(on.state.posts).toHaveLength(1);
  });
});

it.each([
  ["A picture", picture, []],
  ["A video, with a token of Instagram's login,", video, [me, limit]],
])("%s needs a public address, and is refused before it is made", async (_, post, calls) => {
  on.files.trouble.isPrivate = true;
  const error = "Instagram fetches pictures from the internet.";
  expect(await tries(post).once()).toEqual({ ok: false, error });
  expect(on.peer.calls).toEqual(calls);
});

describe("Instagram's refusal", () => {
  it("to fetch a file names the host, after a second try", async () => {
    on.files.trouble.status = 403;
    const post = tries();
    expect(await post.once()).toMatchObject({
      ok: false,
      error: expect.stringMatching(
        /^Instagram could not fetch the file from 127\.0\.0\.1: The media/,
      ),
    });
    expect(on.peer.calls.filter((call) => call === media)).toHaveLength(2);
    delete on.files.trouble.status;
    expect(await post.once()).toMatchObject(out);
    expect(on.state.posts).toHaveLength(1);
  });

  it.each([
    ["of the size", media, instagramErrors.size, "(36000/2207004)"],
    ["because of spam", publish, instagramErrors.spam, "(4/2207051)"],
  ])("%s is final and in its words", async (_name, call, answer, words) => {
    on.peer.disturb(call, { answer });
    const outcome = await tries().once();
    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining(words) });
    expect(outcome).not.toHaveProperty("why");
    expect(on.state.containers.size).toBe(call === media ? 0 : 1);
  });

  it("to make a container is tried once more at once", async () => {
    on.peer.disturb(media, { answer: instagramErrors.create });
    expect(await tries().once()).toMatchObject(out);
  });

  it("because of the quota, however often, waits six hours for the same container", async () => {
    const post = tries();
    for (const hour of ["27T16", "27T22", "28T04"]) {
      on.peer.disturb(publish, { answer: instagramErrors.quota });
      const retryAt = new Date(`2026-11-${hour}:00:00Z`);
      expect(await post.once()).toMatchObject({ ok: false, why: "later", retryAt, isQuota: true });
      on.time.pass(6 * 60 * 60);
    }
    expect(await post.once()).toMatchObject(out);
    expect(on.state.containers.size).toBe(1);
  });

  it("of a post over the account's quota is known before anything is made", async () => {
    Object.assign(on.quota, { total: 100, usage: 100 });
    const post = tries();
    expect(await post.once()).toEqual({
      ...{ ok: false, why: "later", isQuota: true, retryAt: new Date("2026-11-27T16:00:00Z") },
      error: "Instagram takes 100 posts of this account in 24 hours. That limit is reached.",
    });
    expect(on.state.containers.size).toBe(0);
    on.quota.usage -= 1;
    expect(await post.settle()).toMatchObject(out);
  });

  it.each<[string, Disturbance]>([
    ["is lost", { cut: "before" }],
    ["cannot be read", { answer: { status: 200, json: { data: [] } } }],
    ["is an error", { answer: { status: 500, text: "" } }],
  ])("does not follow from a limit whose answer %s", async (_, trouble) => {
    on.peer.disturb(limit, trouble);
    expect(await tries().once()).toMatchObject(out);
  });

  it("of every container, each asked for again, ends, and the operator's retry begins again", async () => {
    const { notReady, gone } = instagramErrors;
    for (const answer of [notReady, gone, gone, gone]) on.peer.disturb(publish, { answer });
    const post = tries();
    const error = expect.stringMatching(/does not exist/);
    expect(await post.settle()).toMatchObject({ ok: false, error });
    expect(on.state.containers.size).toBe(2);
    expect(post.trace).toEqual({});
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.posts).toHaveLength(1);
  });

  it("of a dead token while publishing is certain", async () => {
    on.peer.disturb(publish, { answer: expiredToken });
    const json = { id: "17900000000000001", status_code: "FINISHED" };
    on.peer.disturb(firstContainer, { answer: { status: 200, json } });
    on.peer.disturb(firstContainer, { answer: expiredToken });
    expect(await tries().once()).toMatchObject(credentials);
    expect(on.state.posts).toEqual([]);
  });
});
