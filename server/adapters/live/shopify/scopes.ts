import type { Publication } from "./channels.ts";

/** The scopes that the app needs, and what each is for. Writing includes reading. */
const needed = [
  { scope: "read_products", use: "to read products" },
  { scope: "write_products", use: "to change prices, tags and the sale collection" },
  { scope: "read_orders", use: "to count what sells best" },
];

/** To publish a new sale collection. */
const publishingScopes = ["read_publications", "write_publications"];

const channelScope = "read_publications";

type Scopes = {
  readonly currentAppInstallation: {
    readonly accessScopes: readonly { readonly handle: string }[];
  };
};

/** Returns the app's rights; writing includes reading. */
export const scopesOf = ({ currentAppInstallation }: Scopes): readonly string[] => {
  const handles = currentAppInstallation.accessScopes.map(({ handle }) => handle);
  const read = handles.flatMap((handle) =>
    handle.startsWith("write_") ? [handle.replace("write_", "read_")] : [],
  );
  return [...new Set([...handles, ...read])];
};

/**
 * Returns the scopes without which nothing works, each with its use: `read_orders (to count what
 * sells best)`.
 */
export const missingScopes = (scopes: readonly string[]) =>
  needed
    .filter(({ scope }) => !scopes.includes(scope))
    .map(({ scope, use }) => `${scope} (${use})`);

export const mayPublish = (scopes: readonly string[]) =>
  publishingScopes.every((scope) => scopes.includes(scope));

export const mayReadChannels = (scopes: readonly string[]) => scopes.includes(channelScope);

/** Returns what does not work without the other scopes, or without an Online Store, as sentences. */
export function warningsOf(
  scopes: readonly string[],
  publications: readonly Publication[],
): readonly string[] {
  const missing = publishingScopes.filter((scope) => !scopes.includes(scope));
  const isOnline = publications.some(({ isOnlineStore }) => isOnlineStore);
  return [
    ...(missing.length > 0
      ? [`Without ${missing.join(" and ")} a new sale collection is not published.`]
      : []),
    ...(mayReadChannels(scopes)
      ? []
      : [`Without ${channelScope} the Online Store is the only sales channel that is known.`]),
    ...(mayReadChannels(scopes) && !isOnline
      ? ["The shop has no Online Store: a new sale collection is published nowhere."]
      : []),
  ];
}
