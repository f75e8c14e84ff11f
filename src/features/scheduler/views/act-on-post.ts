import { createContext } from "react";
import type { ScheduledPost } from "../schema";

/** What the menu of a scheduled post can do with it. */
export type PostAct = "open" | "publish" | "reschedule" | "cancel";

export type OnAct = (act: PostAct, post: ScheduledPost) => void;

/** Provided by PostCommands, whose dialogs outlive the row that opened them. */
export const ActOnPost = createContext<OnAct | undefined>(undefined);
