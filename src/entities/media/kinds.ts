import { imageTypes, mediaApi, videoTypes } from "./contract";

const { maxBytes } = mediaApi.upload.file;

export type MediaKind = keyof typeof maxBytes;

/** What a field for an image or for a video takes, and how it says so. */
export const mediaKinds = {
  image: {
    types: imageTypes,
    endings: /\.(jpe?g|png|gif|webp|avif)$/i,
    maxBytes: maxBytes.image,
    choose: "Upload",
    hint: "or drop or paste an image",
    wrongType: "This is not a JPEG, PNG, GIF, WebP or AVIF image.",
    tooLarge: "The image is larger than 20 MB.",
    uploaded: "Image uploaded.",
  },
  video: {
    types: videoTypes,
    endings: /\.(mp4|mov)$/i,
    maxBytes: maxBytes.video,
    choose: "Upload video",
    hint: "or drop or paste an MP4 or MOV video of up to 512 MB",
    wrongType: "This is not an MP4 or MOV video.",
    tooLarge: "The video is larger than 512 MB.",
    uploaded: "Video uploaded.",
  },
} as const;
