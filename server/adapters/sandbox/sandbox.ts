import { setTimeout } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import type { Ports } from "../../ports/ports.ts";
import type { ProxyCheck } from "../../ports/proxy.ts";
import { sandboxWorld } from "../../ports/world.ts";
import { type ProxyRule, refusalOfProxy } from "../live/proxy/address.ts";
import { sandboxAds } from "./ads.ts";
import { sandboxComposer, sandboxImageModel } from "./images.ts";
import { createSandboxMailer } from "./mailer.ts";
import { createSandboxMetrics } from "./metrics.ts";
import { refuse, sandboxPublisher } from "./publisher.ts";
import { sandboxReddit } from "./reddit.ts";
import { createSandboxShop } from "./shop.ts";
import { sandboxTextModel } from "./text-model.ts";
import { sandboxVideo } from "./video.ts";

/** Returns the sandbox's ports. The clock, pauses, secrets, mail renderer and media store are real. */
export const createSandboxPorts = ({
  clock,
  secrets,
  mailRenderer,
  mediaStore,
  publicOrigin,
  allowsPrivateProxy,
  speed,
  database,
}: Pick<Ports, "clock" | "secrets" | "mailRenderer" | "mediaStore" | "publicOrigin"> &
  ProxyRule & {
    readonly speed: number;
    /** The database of the sandbox's shops and mails. */
    readonly database: Database;
  }): Ports => ({
  world: sandboxWorld,
  clock,
  pause: (milliseconds) => setTimeout(milliseconds),
  secrets,
  mailRenderer,
  mediaStore,
  publicOrigin,
  publisher: sandboxPublisher,
  proxyCheck: createSandboxProxyCheck({ allowsPrivateProxy }),
  textModel: sandboxTextModel,
  imageModel: sandboxImageModel,
  composer: sandboxComposer,
  video: sandboxVideo,
  metrics: createSandboxMetrics(clock, speed),
  ads: sandboxAds,
  shop: createSandboxShop(database),
  reddit: sandboxReddit,
  tiktok: undefined,
  mailer: createSandboxMailer(database, clock),
  mailEvents: undefined,
});

/** Tests refuse a proxy with 'wrong' in its user name or password, and one with 'down' in its address. */
const createSandboxProxyCheck = (rule: ProxyRule): ProxyCheck => ({
  refusalOf: (server) => refusalOfProxy(server, rule),
  test: async ({ server, username, password }) => {
    if (/down/i.test(server)) return refuse("The group's proxy did not answer.");
    if (/wrong/i.test(`${username} ${password}`)) {
      return refuse("The group's proxy refused its user name or password.");
    }
    return { ok: true };
  },
});
