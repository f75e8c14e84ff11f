import { ShopRefusal } from "../../../ports/shop.ts";

/** To publish a new sale collection. */
export const publishingScopes = ["read_publications", "write_publications"];

type Scopes = {
  readonly currentAppInstallation: {
    readonly accessScopes: readonly { readonly handle: string }[];
  };
};

/** The app's rights; writing includes reading. */
export const scopesOf = ({ currentAppInstallation }: Scopes): readonly string[] => {
  const handles = currentAppInstallation.accessScopes.map(({ handle }) => handle);
  const read = handles.flatMap((handle) =>
    handle.startsWith("write_") ? [handle.replace("write_", "read_")] : [],
  );
  return [...new Set([...handles, ...read])];
};

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
