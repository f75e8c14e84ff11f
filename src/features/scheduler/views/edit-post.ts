import { createContext } from "react";
import type { Id } from "@/shared/api/id";

/** Opens the editor of a post's content, which is another slice's. */
export const EditPost = createContext<((content: Id) => void) | undefined>(undefined);
