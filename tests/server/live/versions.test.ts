// @module-tag clock
import { describe, expect, it } from "vitest";
import { apiVersions } from "../../../server/adapters/live/versions";

const days = 24 * 3_600_000;

describe("The versions of platforms' APIs", () => {
  const ending = apiVersions.filter(({ sunset }) => sunset !== null);

  it.each(ending)("$name $version does not end within 60 days", ({ sunset }) => {
    expect(sunset).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(new Date(sunset ?? "").getTime() - Date.now()).toBeGreaterThan(60 * days);
  });
});
