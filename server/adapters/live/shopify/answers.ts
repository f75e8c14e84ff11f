import { ShopRefusal } from "../../../ports/shop.ts";

type UserErrors = { readonly userErrors: readonly { readonly message: string }[] } | null;

/** Throws a ShopRefusal with the shop's words; null is a mutation that was not carried out. */
export function throwUserErrors(answer: UserErrors): void {
  if (!answer) throw new ShopRefusal("Shopify did not carry out the change");
  if (answer.userErrors.length === 0) return;
  throw new ShopRefusal(answer.userErrors.map(({ message }) => message).join(" "));
}

type Ruled = { readonly ruleSet: unknown; readonly sources: readonly unknown[] };

/** True for a collection whose members are chosen one by one: it has no conditions. */
export const isCustom = ({ ruleSet, sources }: Ruled) => ruleSet === null && sources.length === 0;
