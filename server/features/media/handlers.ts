import { mediaDocs } from "@/entities/media/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { storeMedia } from "../../media/stored-media.ts";

/** The endpoints of media. */
export const mediaApi = mediaDocs;

/** Handles each endpoint of media. */
export const mediaHandlers: SliceHandlers<typeof mediaApi> = {
  upload: { outside: ({ file }, { ports }) => storeMedia(ports.mediaStore, file) },
};
