import { AppBskyRichtextFacet, RichText } from "@atproto/api";

type Facet = AppBskyRichtextFacet.Main;

/**
 * The links, tags and mentions of a text, with their places in UTF-8 bytes. A mention of a handle that
 * does not exist stays plain text.
 */
export async function facetsOf(
  text: string,
  didOf: (handle: string) => Promise<string | undefined>,
): Promise<readonly Facet[]> {
  const rich = new RichText({ text });
  rich.detectFacetsWithoutResolution();
  const facets = await Promise.all(
    (rich.facets ?? []).map(async (facet) => {
      const mention = facet.features.find(AppBskyRichtextFacet.isMention);
      if (!mention) return facet;
      // The library leaves the handle where the DID belongs.
      const did = await didOf(mention.did);
      return did && { ...facet, features: [{ ...mention, did }] };
    }),
  );
  return facets.filter((facet) => typeof facet === "object");
}

/** The first link among these. */
export const firstLink = (facets: readonly Facet[]): string | undefined =>
  facets.flatMap(({ features }) => features).find(AppBskyRichtextFacet.isLink)?.uri;
