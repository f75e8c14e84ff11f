import { z } from "zod";
import type { ImageSettings } from "../adapters/live/ai/image-model.ts";
import type { TextServer } from "../adapters/live/ai/text-model.ts";
import type { RedditApp } from "../adapters/live/reddit/api.ts";
import type { SmtpServer } from "../adapters/live/smtp/mailer.ts";
import type { TikTokApp } from "../adapters/live/tiktok/api.ts";
import { StartError } from "../kernel/fault.ts";
import type { TextBudget } from "../ports/text-model.ts";
import { isOutsideName, type OutsideName, outsideNames } from "../ports/world.ts";
import { aiVariables, readAiText, readImages } from "./ai.ts";
import { flag, type Given, list } from "./formats.ts";
import { mailVariables, readMail } from "./mail.ts";
import type { networkVariables } from "./network.ts";
import type { sandboxVariables } from "./sandbox.ts";

/** The variables that say which services are real, with the apps that they have approved. */
export const liveVariables = {
  LIVE: list
    .refine(
      (names) => names.every(isOutsideName),
      `must be names of these, separated by commas: ${outsideNames.join(", ")}`,
    )
    .default([]),
  HOLD: flag.default(false),
  REDDIT_CLIENT_ID: z.string().optional(),
  REDDIT_CLIENT_SECRET: z.string().optional(),
  REDDIT_USERNAME: z
    .string()
    .regex(/^[\w-]{3,20}$/, "must be the name of a Reddit user, without u/")
    .optional(),
  TIKTOK_CLIENT_KEY: z.string().optional(),
  TIKTOK_CLIENT_SECRET: z.string().optional(),
  TIKTOK_DIRECT: flag.default(false),
  FFMPEG_PATH: z.string().default("ffmpeg"),
  ...aiVariables,
  ...mailVariables,
};

type Variables = Given<typeof liveVariables & typeof networkVariables & typeof sandboxVariables>;

export type LiveOptions = {
  /** All other services are switched off. */
  readonly names: readonly OutsideName[];
  /** True for a rehearsal: real services are read, and nothing is written to them. */
  readonly isHeld: boolean;
  /** Undefined if Reddit is switched off. */
  readonly reddit: RedditApp | undefined;
  /** Undefined if TikTok is switched off. */
  readonly tiktok: TikTokApp | undefined;
  /** Undefined if no images are generated. */
  readonly images: ImageSettings | undefined;
  /** The program that makes videos: `ffmpeg`, or a path. */
  readonly ffmpeg: string;
  /** Undefined if AI is switched off. */
  readonly aiText: (TextServer & TextBudget) | undefined;
  /** Undefined if mail is not sent by SMTP. */
  readonly smtp: SmtpServer | undefined;
};

/** Throws a StartError for a setting of the sandbox, which would do nothing or harm. */
export function readLive(given: Variables): LiveOptions | undefined {
  const { LIVE: names, HOLD: isHeld, SEED: seed, SANDBOX_SPEED: speed } = given;
  if (names.length === 0 && !isHeld) return undefined;
  if (seed)
    throw new StartError("SEED=1 fills a sandbox: a server with LIVE or HOLD begins empty.");
  if (speed !== 1) {
    throw new StartError(
      "SANDBOX_SPEED is for the sandbox: with LIVE or HOLD time runs as it does.",
    );
  }
  const reddit = names.includes("reddit") ? readReddit(given) : undefined;
  const tiktok = names.includes("tiktok") ? readTikTok(given) : undefined;
  const aiText = names.includes("ai") ? readAiText(given) : undefined;
  const images = names.includes("ai") ? readImages(given) : undefined;
  const ffmpeg = given.FFMPEG_PATH;
  const smtp = readMail(given);
  return {
    names: names.filter(isOutsideName),
    isHeld,
    reddit,
    tiktok,
    aiText,
    images,
    ffmpeg,
    smtp,
  };
}

function readReddit(given: Variables): RedditApp {
  const { REDDIT_CLIENT_ID: clientId, REDDIT_CLIENT_SECRET: clientSecret } = given;
  const { REDDIT_USERNAME: username } = given;
  if (!clientId || !clientSecret || !username) {
    throw new StartError(
      "For LIVE=reddit set REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET and REDDIT_USERNAME: Reddit must have approved the app.",
    );
  }
  return { clientId, clientSecret, username };
}

function readTikTok(given: Variables): TikTokApp {
  const { TIKTOK_CLIENT_KEY: clientKey, TIKTOK_CLIENT_SECRET: clientSecret } = given;
  if (!clientKey || !clientSecret) {
    throw new StartError(
      "For LIVE=tiktok set TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET: TikTok must have approved the app.",
    );
  }
  return { clientKey, clientSecret, isDirect: given.TIKTOK_DIRECT };
}
