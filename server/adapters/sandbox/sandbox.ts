import type { Database } from "../../db/client.ts";
import type { Ports } from "../../ports/ports.ts";
import { sandboxAds } from "./ads.ts";
import { sandboxImageModel } from "./image-model.ts";
import { createSandboxMailer } from "./mailer.ts";
import { createSandboxMetrics } from "./metrics.ts";
import { sandboxPublisher } from "./publisher.ts";
import { sandboxReddit } from "./reddit.ts";
import { createSandboxShop } from "./shop.ts";
import { sandboxTextModel } from "./text-model.ts";
import { sandboxVideo } from "./video.ts";

/**
 * Sandbox implementations of all ports to the outside; the clock, secrets and mail renderer are
 * real.
 */
export const createSandboxPorts = ({
  clock,
  secrets,
  mailRenderer,
  publicOrigin,
  speed,
  database,
}: Pick<Ports, "clock" | "secrets" | "mailRenderer" | "publicOrigin"> & {
  readonly speed: number;
  /** Stores the shops and mails of the sandbox. */
  readonly database: Database;
}): Ports => ({
  clock,
  secrets,
  mailRenderer,
  publicOrigin,
  publisher: sandboxPublisher,
  textModel: sandboxTextModel,
  imageModel: sandboxImageModel,
  video: sandboxVideo,
  metrics: createSandboxMetrics(clock, speed),
  ads: sandboxAds,
  shop: createSandboxShop(database),
  reddit: sandboxReddit,
  mailer: createSandboxMailer(database, clock),
});
