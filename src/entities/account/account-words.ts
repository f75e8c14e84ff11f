import { platformLabel } from "./platforms";
import type { Account } from "./schema";
import { stateOf } from "./state";
import { handleOf } from "./views/account-name";

/** '@zimska · Bluesky' */
export const accountName = ({
  platform_type,
  platform_username,
}: Pick<Account, "platform_type" | "platform_username">) =>
  [platform_username && handleOf(platform_username), platformLabel(platform_type)]
    .filter(Boolean)
    .join(" · ");

/** '@mraz · X (Twitter) (keys missing)' */
export const accountAndState = (account: Account) =>
  `${accountName(account)} (${stateOf(account).word.toLowerCase()})`;
