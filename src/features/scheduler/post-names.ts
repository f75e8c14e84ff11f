import { platformLabel } from "@/entities/account";
import type { ScheduledPost } from "./schema";

/** Names the account of a post: 'Instagram zimska.kolekcija'. */
export function accountOf({ social_account }: Pick<ScheduledPost, "social_account">): string {
  if (!social_account) return "a removed account";
  const { platform_type, platform_username } = social_account;
  return [platformLabel(platform_type), platform_username].filter(Boolean).join(" ");
}
