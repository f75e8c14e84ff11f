import { platforms } from "@/entities/account/platforms";
import type { accounts } from "../db/schema.ts";

export type Named = Pick<typeof accounts.$inferSelect, "platform_type" | "platform_username">;

/** `zima on Bluesky` */
export const nameOf = ({ platform_type, platform_username }: Named) =>
  [platform_username, platforms[platform_type].label].filter(Boolean).join(" on ");

export const namesOf = (rows: readonly Named[]) => rows.map(nameOf).join(", ");
