import type { Clock } from "./clock.ts";
import type { ImageModel } from "./image-model.ts";
import type { MetricsSource } from "./metrics-source.ts";
import type { Publisher } from "./publisher.ts";
import type { Secrets } from "./secrets.ts";
import type { TextModel } from "./text-model.ts";

/** The outside world, as the use cases see it; the sandbox stands in for every one of them. */
export type Ports = {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly publisher: Publisher;
  readonly textModel: TextModel;
  readonly imageModel: ImageModel;
  readonly metrics: MetricsSource;
};
