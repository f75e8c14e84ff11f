import { mediaDocs } from "@/entities/media/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { storeMedia } from "../../media/stored-media.ts";

/** The endpoints of media, and what handles each. */
export const mediaSlice = slice(
  {
    name: "Media",
    description: "Images and videos that operators upload, to be used in posts.",
  },
  mediaDocs,
  {
    upload: { outside: ({ file }, { ports }) => storeMedia(ports.mediaStore, file) },
  },
);
