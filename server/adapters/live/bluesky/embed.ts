import type { AppBskyFeedPost, AtpAgent } from "@atproto/api";
import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount, Publication, Trace, Waiting } from "../../../ports/publisher.ts";
import type { Http } from "../http.ts";
import { cardOf } from "../link-card.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, ReadyImage, VideoProfile } from "../media/media.ts";
import { jobOf, uploadVideo } from "./video.ts";
import type { BlueskyAddresses } from "./xrpc.ts";

/**
 * Servers of the newest version take 2 MB, older ones 1 MB; a card's picture may have 1 MB everywhere.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json
 */
const imageProfile: ImageProfile = {
  types: ["image/jpeg", "image/png", "image/webp"],
  maxBytes: 976_000,
  maxSide: 2000,
};

/** https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json */
const videoProfile: VideoProfile = { maxBytes: 100_000_000, maxSeconds: 180 };

/** The part of a post below its text. */
type Embed = NonNullable<AppBskyFeedPost.Record["embed"]>;
type Ready = { readonly ok: true; readonly embed: Embed | undefined };

export type Work = {
  readonly live: Live;
  readonly account: PlatformAccount;
  readonly http: Http;
  readonly addresses: BlueskyAddresses;
  readonly signal: AbortSignal;
  readonly did: string;
  /** Calls the account's server in the account's name. */
  readonly call: <Result>(call: (agent: AtpAgent) => Promise<Result>) => Promise<Result>;
  /** The trace of an earlier try. */
  readonly earlierTrace: Trace;
  /** Stores what is needed to go on; `undefined` stores that there is nothing. */
  readonly saveVideo: (video: Trace | undefined) => Promise<void>;
};

/** Uploads a post's video or image, or the picture of its link's card. Nothing of it is visible. */
export async function embedOf(
  { videoUrl, imageUrl, altText }: Publication["post"],
  link: string | undefined,
  work: Work,
): Promise<Ready | Waiting | Refused> {
  if (videoUrl !== null) return videoOf(videoUrl, altText, work);
  if (imageUrl !== null) return imageOf(imageUrl, altText, work);
  return { ok: true, embed: link === undefined ? undefined : await linkOf(link, work) };
}

async function imageOf(url: string, altText: string | null, work: Work): Promise<Ready | Refused> {
  const image = await work.live.media.image(url, imageProfile, work.account, work.signal);
  if (!image.ok) return image;
  const { width, height } = image;
  const uploaded = await upload(image, work);
  return {
    ok: true,
    embed: {
      $type: "app.bsky.embed.images",
      // The lexicon requires `alt`, even if there is nothing to say.
      images: [{ image: uploaded, alt: altText ?? "", aspectRatio: { width, height } }],
    },
  };
}

async function linkOf(uri: string, work: Work): Promise<Embed | undefined> {
  const { live, account, http, signal } = work;
  const reach = { account, http, media: live.media, picture: imageProfile, signal };
  const card = await cardOf(uri, reach);
  // Bluesky refuses a card without a description.
  if (!card?.description) return undefined;
  const { title, description, image } = card;
  // The picture of a page never decides a post: without it the card is smaller.
  const thumb = image && (await upload(image, work).catch(() => undefined));
  return {
    $type: "app.bsky.embed.external",
    external: { uri, title, description, ...(thumb && { thumb }) },
  };
}

const upload = ({ bytes, type }: ReadyImage, { call }: Work) =>
  call(async (agent) => {
    const { data } = await agent.com.atproto.repo.uploadBlob(bytes, { encoding: type });
    return data.blob;
  });

/** A video of an earlier try. Its address is there to notice that the post has another one now. */
const uploadedSchema = z.object({
  video: z.string(),
  job: z.string(),
  width: z.coerce.number(),
  height: z.coerce.number(),
});

/** The time, in ms, before the job of a video is asked again. */
const pause = 5_000;

async function videoOf(
  url: string,
  altText: string | null,
  work: Work,
): Promise<Ready | Waiting | Refused> {
  const { live, http, addresses, signal, saveVideo } = work;
  const now = live.clock.now();
  const later = new Date(now.getTime() + pause);
  const service = { http, video: addresses.video, now, signal };

  const found = uploadedSchema.safeParse(work.earlierTrace).data;
  let uploaded = found?.video === url ? found : undefined;
  if (!uploaded) {
    const video = await live.media.video(url, videoProfile, work.account, signal);
    if (!video.ok) return video;
    const job = await uploadVideo({ video, did: work.did, token: await tokenFor(work) }, service);
    if (!job.ok) return job;
    uploaded = { video: url, job: job.jobId, width: video.width, height: video.height };
    await saveVideo({ ...uploaded, width: `${video.width}`, height: `${video.height}` });
  }

  const { width, height } = uploaded;
  const job = await jobOf(uploaded.job, service);
  switch (job.state) {
    case "working":
      return { ok: "waiting", note: "Bluesky is processing the video.", askAt: later };
    case "forgotten":
      await saveVideo(undefined);
      return {
        ok: false,
        error: "Bluesky has lost the video.",
        why: "later",
        retryAt: later,
        scope: "post",
      };
    case "failed":
      // Otherwise a retry by the operator would read the same failure.
      await saveVideo(undefined);
      return { ok: false, error: job.error };
    case "done":
      return {
        ok: true,
        embed: {
          $type: "app.bsky.embed.video",
          video: job.blob,
          ...(altText && { alt: altText }),
          aspectRatio: { width, height },
        },
      };
  }
}

/** Lets the video service store the processed video on the account's server, for half an hour. */
function tokenFor({ call, live }: Work): Promise<string> {
  return call(async (agent) => {
    const { data: server } = await agent.com.atproto.server.describeServer();
    const { data } = await agent.com.atproto.server.getServiceAuth({
      aud: server.did,
      lxm: "com.atproto.repo.uploadBlob",
      exp: Math.floor(live.clock.now().getTime() / 1000) + 30 * 60,
    });
    return data.token;
  });
}
