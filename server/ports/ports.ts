import type { Ads } from "./ads.ts";
import type { Clock } from "./clock.ts";
import type { Composer } from "./composer.ts";
import type { ImageModel } from "./image-model.ts";
import type { MailEvents } from "./mail/mail-events.ts";
import type { Mailer, MailRenderer } from "./mail/mailer.ts";
import type { MediaStore } from "./media-store.ts";
import type { MetricsSource } from "./metrics-source.ts";
import type { Reddit, TikTok } from "./oauth.ts";
import type { ProxyCheck } from "./proxy.ts";
import type { Publisher } from "./publisher.ts";
import type { Secrets } from "./secrets.ts";
import type { Shop } from "./shop.ts";
import type { TextModel } from "./text-model.ts";
import type { Video } from "./video.ts";
import type { World } from "./world.ts";

/** The interfaces to the outside world that use cases and jobs call. */
export type Ports = {
  readonly world: World;
  readonly clock: Clock;
  /** Resolves after this number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly secrets: Secrets;
  readonly publisher: Publisher;
  readonly proxyCheck: ProxyCheck;
  readonly textModel: TextModel;
  readonly imageModel: ImageModel;
  readonly composer: Composer;
  readonly video: Video;
  readonly metrics: MetricsSource;
  readonly ads: Ads;
  readonly shop: Shop;
  readonly reddit: Reddit;
  /** Undefined where no account is connected to TikTok: a sandbox plays its sessions instead. */
  readonly tiktok: TikTok | undefined;
  readonly mailer: Mailer;
  /** Undefined where no mail service reports bounces and complaints. */
  readonly mailEvents: MailEvents | undefined;
  readonly mailRenderer: MailRenderer;
  readonly mediaStore: MediaStore;
  /** The origin at which others reach this server: `https://console.example.com`. */
  readonly publicOrigin: string;
};
