import { createAsk, modelsOf } from "../adapters/live/ai/ai-server.ts";
import { imageVariables } from "../adapters/live/ai/image-model.ts";
import { createHttp } from "../adapters/live/http.ts";
import { findFfmpeg } from "../adapters/live/video/ffmpeg.ts";
import type { LiveOptions } from "../settings/live.ts";

/**
 * Says whether images can be generated and videos be made: asks the AI server for its models, and starts
 * ffmpeg. Returns how many did not pass. A missing ffmpeg does not count: few servers make videos.
 */
export async function checkMediaTools(
  { names, images, ffmpeg }: LiveOptions,
  say: (line: string) => void,
): Promise<number> {
  const answer = await findFfmpeg(ffmpeg);
  say(`Videos: ${"version" in answer ? `work, ffmpeg ${answer.version}` : answer.unavailable}`);
  if (!names.includes("ai")) return 0;
  if (!images) {
    say("Images: not generated, AI_IMAGE_URL and AI_IMAGE_MODEL are not set");
    return 0;
  }
  try {
    const http = createHttp({ proxy: null });
    const ask = createAsk({
      ...{ http, server: images, variables: imageVariables },
      now: () => new Date(),
    });
    const listed = await modelsOf(ask, AbortSignal.timeout(30_000));
    if (!listed.ok) throw new Error(listed.error);
    if (listed.models && !listed.models.includes(images.model)) {
      throw new Error(`the AI server does not have ${images.model}, which AI_IMAGE_MODEL names`);
    }
    say(`Images: ${listed.models ? `work, by ${images.model}` : "the AI server lists no models"}`);
    return 0;
  } catch (error) {
    say(`Images: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}
