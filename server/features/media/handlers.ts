import { mediaDocs } from "@/entities/media/contract-docs";
import { storeMedia } from "../../domain/stored-media.ts";
import type { SliceHandlers } from "../../kernel/handler.ts";

/** The endpoints of media. */
export const mediaApi = mediaDocs;

/** Handles each endpoint of media. */
export const mediaHandlers: SliceHandlers<typeof mediaApi> = {
  upload: { outside: ({ file }, { ports }) => storeMedia(ports.mediaStore, file) },
};
