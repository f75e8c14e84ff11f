import type { ShopConnection } from "../../../ports/shop.ts";
import type { ShopCall } from "./call.ts";
import { publicationsDocument } from "./documents.ts";
import { mayReadChannels } from "./scopes.ts";

/** A place where products and collections are published, with the names of its sales channels. */
export type Publication = {
  readonly id: string;
  readonly channels: readonly string[];
  readonly isOnlineStore: boolean;
};

/** Also where the shop shows another name for it. */
export const onlineStore = "Online Store";

/** The app of the Online Store has the same handle in every shop. */
const onlineStoreApp = "online_store";

/** Reads the publications; none if the app may not. */
export async function readPublications(
  call: ShopCall,
  shop: ShopConnection,
  scopes: readonly string[],
  signal: AbortSignal,
): Promise<readonly Publication[]> {
  if (!mayReadChannels(scopes)) return [];
  const { publications } = await call(shop, publicationsDocument, {}, signal);
  return publications.nodes.map(({ id, channels }) => {
    const all = (channels?.nodes ?? []).map(({ name, app }) =>
      app.handle === onlineStoreApp ? onlineStore : name,
    );
    return { id, channels: all, isOnlineStore: all.includes(onlineStore) };
  });
}
