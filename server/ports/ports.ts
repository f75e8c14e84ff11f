import type { Ads } from "./ads.ts";
import type { Clock } from "./clock.ts";
import type { ImageModel } from "./image-model.ts";
import type { MailRenderer } from "./mail-renderer.ts";
import type { Mailer } from "./mailer.ts";
import type { MetricsSource } from "./metrics-source.ts";
import type { Publisher } from "./publisher.ts";
import type { Reddit } from "./reddit.ts";
import type { Secrets } from "./secrets.ts";
import type { Shop } from "./shop.ts";
import type { TextModel } from "./text-model.ts";
import type { Video } from "./video.ts";

/** The interfaces to the outside world that use cases and jobs call. */
export type Ports = {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly publisher: Publisher;
  readonly textModel: TextModel;
  readonly imageModel: ImageModel;
  readonly video: Video;
  readonly metrics: MetricsSource;
  readonly ads: Ads;
  readonly shop: Shop;
  readonly reddit: Reddit;
  readonly mailer: Mailer;
  readonly mailRenderer: MailRenderer;
  /** The origin at which others reach this server: `https://console.example.com`. */
  readonly publicOrigin: string;
};
