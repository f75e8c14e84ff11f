import type { QueueItem } from "@/entities/post";

/** The name under which the typed text of a post survives a reload. */
export const draftOf = ({ id }: Pick<QueueItem, "id">) => `queue-item-${id}`;
