import { type Account, targetsOf } from "@/entities/account";
import type { Category } from "@/entities/category";

/** The accounts that a post of the category goes out on, and those that are left out. */
export function goesOutOn(
  accounts: readonly Account[],
  { enabled_platforms }: Pick<Category, "enabled_platforms">,
  hasImage: boolean,
) {
  const ofCategory = accounts.filter(
    ({ platform_type }) => !enabled_platforms || enabled_platforms.includes(platform_type),
  );
  return targetsOf(ofCategory, hasImage);
}

export type GoesOut = ReturnType<typeof goesOutOn>;
