import { expect, it } from "vitest";
import { apiEnds, endingVersions } from "../../../server/adapters/live/versions.ts";

const named = (...given: Parameters<typeof endingVersions>) =>
  endingVersions(...given).map(({ name, sunset }) => `${name} until ${sunset}`);

it("A version of LinkedIn is warned of from 60 days before it ends, and after that", () => {
  const warned = ["LinkedIn API until 2027-07-15"];
  expect(named(["linkedin_organization"], new Date("2027-05-15T23:59:00Z"))).toEqual([]);
  expect(named(["linkedin_organization"], new Date("2027-05-16T00:00:00Z"))).toEqual(warned);
  expect(named(["linkedin_profile"], new Date("2029-01-01T00:00:00Z"))).toEqual(warned);
});

it("Nothing is said of services that are off, or whose version has no end", () => {
  expect(named(["bluesky", "threads", "ai"], new Date("2099-01-01T00:00:00Z"))).toEqual([]);
});

it("Each platform with an announced end has it, for the health of its accounts", () => {
  expect(apiEnds).toEqual({
    ...{ linkedin_profile: "2027-07-15", linkedin_organization: "2027-07-15" },
    ...{ instagram: "2028-07-29", facebook_page: "2028-07-29", facebook_ads: "2028-07-29" },
    shopify: "2027-10-01",
  });
});
