import { createContext, use } from "react";
import type { Id } from "@/shared/api/id";
import { useOffered } from "@/shared/query/use-backend";
import { schedulerApi } from "../../contract";
import type { Posts } from "../../posts";

/** The commands in the menu of a scheduled post. */
export type PostAct = "open" | "publish" | "reschedule" | "cancel";

/** Acts on the posts of one content. With `to`, in milliseconds, it proposes to reschedule to that time. */
export type OnAct = (act: PostAct, posts: Posts, to?: number) => void;

/** Provided by PostCommands, whose dialogs outlive the row that opened them. */
export const ActOnPost = createContext<OnAct | undefined>(undefined);

/** Opens the editor of a post's content, which is another slice's. */
export const EditPost = createContext<((content: Id) => void) | undefined>(undefined);

/** Acts on scheduled posts; undefined where the backend has no calls for it. */
export function useActOnPost() {
  const onAct = use(ActOnPost);
  return useOffered(schedulerApi.reschedule) ? onAct : undefined;
}
