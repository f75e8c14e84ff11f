import { checkModel } from "../adapters/live/ai/check-model.ts";
import { imageVariables } from "../adapters/live/ai/image-model.ts";
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
  const { passes, words } = await checkModel(images, imageVariables);
  say(`Images: ${words}`);
  return passes ? 0 : 1;
}
