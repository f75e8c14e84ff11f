/** The tools that make images and videos: loaded by live worlds only, because its libraries are large. */
export { createImageModel, longestAnswer } from "./ai/image-model.ts";
export { createComposer } from "./compose/composer.ts";
export { findFfmpeg } from "./video/ffmpeg.ts";
export { createVideo } from "./video/video.ts";
