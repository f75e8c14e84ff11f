import { type ApiEnds, endsSoon, type OutsideName } from "../../ports/world.ts";

/** A version of a platform's API that the adapters call. */
export type ApiVersion = {
  readonly name: string;
  /** The services that are reached by it. */
  readonly services: readonly OutsideName[];
  readonly version: string;
  /** The day from which the platform may refuse it (ISO); null if no end has been announced. */
  readonly sunset: string | null;
};

/**
 * A version of LinkedIn lives about a year; after that each call is answered with 426. The ends of
 * 202601 (15 January 2027) to 202603 are announced, the end of this one is counted from them:
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations
 */
export const linkedinApi = {
  name: "LinkedIn API",
  services: ["linkedin_profile", "linkedin_organization"],
  version: "202607",
  sunset: "2027-07-15",
} as const satisfies ApiVersion;

/**
 * Instagram and Facebook. Version 25.0 ends on 29 July 2028 and 26.0 not before:
 * https://developers.facebook.com/docs/graph-api/changelog
 */
export const metaGraph = {
  name: "Graph API of Meta",
  services: ["instagram", "facebook_page", "facebook_ads"],
  version: "v26.0",
  sunset: "2028-07-29",
} as const satisfies ApiVersion;

/** https://developers.facebook.com/docs/threads/changelog: the only version there is. */
export const threadsApi = {
  name: "Threads API",
  services: ["threads"],
  version: "v1.0",
  sunset: null,
} as const satisfies ApiVersion;

/**
 * A version of Shopify's Admin API lives twelve months at least; after that it answers as the oldest
 * one that is left: https://shopify.dev/docs/api/usage/versioning
 */
export const shopifyAdmin = {
  name: "Admin API of Shopify",
  services: ["shopify"],
  version: "2026-10",
  sunset: "2027-10-01",
} as const satisfies ApiVersion;

export const apiVersions: readonly ApiVersion[] = [
  linkedinApi,
  metaGraph,
  threadsApi,
  shopifyAdmin,
];

export const apiEnds: ApiEnds = Object.fromEntries(
  apiVersions.flatMap(({ services, sunset }) =>
    sunset ? services.map((name) => [name, sunset]) : [],
  ),
);

type EndingVersion = ApiVersion & { readonly sunset: string };

/** Returns the versions of these services that end within 60 days, or have ended. */
export const endingVersions = (names: readonly OutsideName[], now: Date) =>
  apiVersions.filter(
    (version): version is EndingVersion =>
      version.sunset !== null &&
      version.services.some((name) => names.includes(name)) &&
      endsSoon(version.sunset, now),
  );
