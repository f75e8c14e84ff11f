import { type Account, platformLabel } from "@/entities/account";

/** The username, or the platform's name until Reddit has sent one. */
export const nameOf = ({ platform_type, platform_username }: Account) =>
  platform_username || platformLabel(platform_type);
