import { drafts } from "@/shared/session/session";

/** Whether something typed under this name waits to be gone on with. */
export const hasDraft = (draft: string) => drafts.read(draft) !== undefined;
