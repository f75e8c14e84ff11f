import { endpoint } from "@/shared/api/endpoint";
import { z } from "@/shared/config/zod";

/** The address of an uploaded file: a path on the backend, `/media/store/{hash}.jpg`. */
export const uploadedSchema = z.object({ url: z.string() });

export const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"];
export const videoTypes = ["video/mp4", "video/quicktime"];

export const mediaApi = {
  upload: endpoint.post("media", {
    capability: "media-upload",
    status: 201,
    file: {
      types: [...imageTypes, ...videoTypes],
      maxBytes: { image: 20_000_000, video: 512_000_000 },
    },
    reply: uploadedSchema,
  }),
};
