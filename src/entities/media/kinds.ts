import { imageTypes, mediaApi } from "./contract";

const { maxBytes } = mediaApi.upload.file;

/** What a field takes, and how it says so. */
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
    notShown: "Not shown here: the console loads images over https only.",
  },
} as const;

export type MediaKind = keyof typeof mediaKinds;
