import type { Ports } from "../../ports/ports.ts";
import { sandboxImageModel } from "./image-model.ts";
import { createSandboxMetrics } from "./metrics.ts";
import { sandboxPublisher } from "./publisher.ts";
import { sandboxTextModel } from "./text-model.ts";

/** Every port of the outside world, played by this process; clock and secrets are real. */
export const createSandboxPorts = ({
  clock,
  secrets,
  speed,
}: Pick<Ports, "clock" | "secrets"> & { readonly speed: number }): Ports => ({
  clock,
  secrets,
  publisher: sandboxPublisher,
  textModel: sandboxTextModel,
  imageModel: sandboxImageModel,
  metrics: createSandboxMetrics(clock, speed),
});
