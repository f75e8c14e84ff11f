import { createContext } from "react";
import type { Posts } from "../joined-posts";

/** What the menu of a scheduled post can do with it. */
export type PostAct = "open" | "publish" | "reschedule" | "cancel";

/** Acts on the posts of one content. With `to`, in milliseconds, it proposes to reschedule to that time. */
export type OnAct = (act: PostAct, posts: Posts, to?: number) => void;

/** Provided by PostCommands, whose dialogs outlive the row that opened them. */
export const ActOnPost = createContext<OnAct | undefined>(undefined);
