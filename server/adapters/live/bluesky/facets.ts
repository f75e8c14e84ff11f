import { AppBskyRichtextFacet, RichText } from "@atproto/api";

type Facet = AppBskyRichtextFacet.Main;
type Feature = Facet["features"][number];

/**
 * Returns the links, tags and mentions of a text, with their places in UTF-8 bytes. A mention of a
 * handle that does not exist stays plain text, and so does what a server would refuse the whole
 * post for.
 */
export async function facetsOf(
  text: string,
  didOf: (handle: string) => Promise<string | undefined>,
): Promise<readonly Facet[]> {
  const rich = new RichText({ text });
  rich.detectFacetsWithoutResolution();
  const facets = await Promise.all(
    (rich.facets ?? []).map(async (facet) => {
      const features = await Promise.all(
        facet.features.map((feature) => resolveMention(feature, didOf)),
      );
      return { ...facet, features: features.filter((feature) => feature !== undefined) };
    }),
  );
  return facets.filter(
    (facet) => facet.features.length > 0 && AppBskyRichtextFacet.validateMain(facet).success,
  );
}

/** Returns undefined for a mention of a handle that does not exist. */
async function resolveMention(
  feature: Feature,
  didOf: (handle: string) => Promise<string | undefined>,
): Promise<Feature | undefined> {
  if (AppBskyRichtextFacet.isMention(feature)) {
    // The library leaves the handle in the place of the DID.
    const did = await didOf(feature.did);
    return did === undefined ? undefined : { ...feature, did };
  }
  // The library leaves the scheme out before a domain that begins with 'http', such as httpbin.org.
  if (AppBskyRichtextFacet.isLink(feature) && !feature.uri.includes("://")) {
    return { ...feature, uri: `https://${feature.uri}` };
  }
  return feature;
}

/** Returns the first link among these. */
export const firstLink = (facets: readonly Facet[]): string | undefined =>
  facets.flatMap(({ features }) => features).find(AppBskyRichtextFacet.isLink)?.uri;
