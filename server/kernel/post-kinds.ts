/** The kinds of posts. Each has its own quota. */
export const postKinds = ["image", "video", "text"] as const;

export type PostKind = (typeof postKinds)[number];
