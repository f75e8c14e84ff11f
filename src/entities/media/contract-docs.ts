import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { mediaApi, uploadedSchema } from "./contract";

uploadedSchema.register(z.globalRegistry, { id: "UploadedFile" });

export const mediaDocs = documented(mediaApi, {
  upload: {
    summary: "Stores an image or a video, and says at which address it is.",
    description:
      "The body is the file as it is. Its type is found in its content; the header Content-Type and a name do not matter. The address can be used wherever one of an image or a video is asked for, and is open to whoever knows it. The same file has the same address. A file that nothing refers to is deleted after a day.",
    refusals: {
      400: "The upload is incomplete.",
      503: "The server has no space left for the file.",
    },
    sample: {
      reply: {
        url: "/media/store/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg",
      },
    },
  },
});
