import { spawnSync } from "node:child_process";
import { resolveConfig } from "vite";
import { expect, test, vi } from "vitest";

/** Reads vite.config.ts as a build does. */
const configured = (base: string, apiHost = "") => {
  vi.stubEnv("VITE_API_HOST", apiHost);
  return resolveConfig({ base }, "build").finally(() => vi.unstubAllEnvs());
};

test.each(["", "https://api.example.com", "https://api.example.com/", "http://10.0.0.7:8000"])(
  "The console is built for its own origin and a backend at '%s'",
  async (apiHost) => {
    expect((await configured("/", apiHost)).base).toBe("/");
  },
);

test.each([
  "https://example.com/social",
  "https://example.com/social/",
  "https://example.com?tenant=1",
  "https://example.com#social",
  "https://operator:secret@example.com",
  "ftp://example.com",
  "//example.com",
  "/social",
  "api.example.com",
  "https://exa mple.com",
])("The console is not built for a backend at '%s'", async (apiHost) => {
  await expect(configured("/", apiHost)).rejects.toThrow(
    /^VITE_API_HOST must be an origin without a path, such as https:\/\/api\.example\.com\.$/,
  );
});

test.each(["/console/", "./", "https://cdn.example.com/"])(
  "The console is not built for the base '%s'",
  async (base) => {
    await expect(configured(base)).rejects.toThrow(
      /^The console cannot be built for a path, only for an origin of its own, such as https:\/\/console\.example\.com: leave out --base\.$/,
    );
  },
);

test("The build does not take a base that it would not follow", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs", "--base=/console/"]);
  expect([status, String(stderr)]).toEqual([
    1,
    "The build takes no options: the console is made for an origin of its own, see docs/own-backend.md.\n",
  ]);
});
