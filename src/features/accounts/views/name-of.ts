import { type Account, platformLabel } from "@/entities/account";

/** Without a username, which Reddit may not have told yet, the platform's name stands for it. */
export const nameOf = ({ platform_type, platform_username }: Account) =>
  platform_username || platformLabel(platform_type);
