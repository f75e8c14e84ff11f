import { drafts } from "@/shared/session/session";

/** Returns true if there is a draft of this name. */
export const hasDraft = (draft: string) => drafts.read(draft) !== undefined;
