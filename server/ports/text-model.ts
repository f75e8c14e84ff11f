import type { CategoryType } from "@/entities/category/schema";

export type TextOrder = {
  readonly category: {
    readonly name: string;
    readonly type: CategoryType;
    readonly prompt: string | null;
  };
  /** Which task wants it, and which of its posts this is: the same two, the same text. */
  readonly taskId: string;
  readonly turn: number;
  /** Whether a picture goes with it, for which a prompt is wanted. */
  readonly picture: boolean;
};

export type WrittenPost = {
  readonly title: string;
  readonly text: string;
  /** Null unless a picture was wanted. */
  readonly imagePrompt: string | null;
};

/** Writes posts. Throws when it cannot: the job is tried again. */
export type TextModel = {
  readonly write: (order: TextOrder, signal: AbortSignal) => Promise<WrittenPost>;
};
