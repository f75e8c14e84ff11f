import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import type { File } from "../http.ts";

/** The images that a platform takes. */
export type ImageProfile = {
  /** The types it takes, the preferred one first: an image of another type is converted to it. */
  readonly types: readonly ("image/jpeg" | "image/png" | "image/gif" | "image/webp")[];
  /** In bytes. */
  readonly maxBytes: number;
  /** The longer side, in pixels. */
  readonly maxSide: number;
  /** Width by height; an image outside is padded with white. */
  readonly ratio?: { readonly min: number; readonly max: number };
};

/** The videos that a platform takes. */
export type VideoProfile = {
  /** In bytes. */
  readonly maxBytes: number;
  /** In seconds. */
  readonly maxSeconds: number;
  readonly minSeconds?: number;
};

export type ReadyImage = File & {
  readonly ok: true;
  readonly width: number;
  readonly height: number;
};

export type ReadyVideo = File & {
  readonly ok: true;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
};

/** For whom a file is read: through the proxy of the account's group, if it has one. */
export type Reader = Pick<PlatformAccount, "proxy">;

/**
 * The media of posts, as platforms take them. Reading and shaping can be repeated, so nothing of it is
 * ever uncertain. A picture that does not load is refused as `later`; one that no platform would take
 * is refused for good.
 */
export type Media = {
  readonly image: (
    url: string,
    profile: ImageProfile,
    reader: Reader,
    signal: AbortSignal,
  ) => Promise<ReadyImage | Refused>;
  readonly video: (
    url: string,
    profile: VideoProfile,
    reader: Reader,
    signal: AbortSignal,
  ) => Promise<ReadyVideo | Refused>;
  /**
   * Puts a file where a platform can fetch it for a day. Refuses if this server has no public
   * https address.
   */
  readonly expose: (
    file: File,
    /** The platform's name, for the sentence of the refusal. */
    platform: string,
  ) => Promise<{ readonly ok: true; readonly url: string } | Refused>;
};
