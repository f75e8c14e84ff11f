import { platforms } from "@/entities/account/platforms";
import type { accounts } from "../db/schema.ts";

/** Returns `1 post` or `2 posts`. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;

export type NamedAccount = Pick<
  typeof accounts.$inferSelect,
  "platform_type" | "platform_username"
>;

/** Returns `zima on Bluesky`. */
export const nameOf = ({ platform_type, platform_username }: NamedAccount) =>
  [platform_username, platforms[platform_type].label].filter(Boolean).join(" on ");

export const namesOf = (rows: readonly NamedAccount[]) => rows.map(nameOf).join(", ");
