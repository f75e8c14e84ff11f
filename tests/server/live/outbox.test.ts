import { describe, expect, it } from "vitest";
import { createExpose, isPublicOrigin } from "../../../server/adapters/live/outbox.ts";

describe("A server that platforms cannot reach", () => {
  it.each([
    "http://localhost:4100",
    "https://localhost:4100",
    "http://console.example.com",
    "https://127.0.0.1",
    "https://10.0.0.5",
    "https://[::1]",
    "https://[fd00::1]",
    "https://console",
    "https://console.local",
    "https://console.internal",
    "https://console.lan",
    "https://console.localhost",
    "https://console.test",
    "https://console.home.arpa",
    "",
  ])("exposes nothing: '%s'", async (publicOrigin) => {
    expect(isPublicOrigin(publicOrigin)).toBe(false);
    const expose = createExpose({ folder: "/nowhere/at/all", publicOrigin });
    const file = { bytes: new Uint8Array([1]), type: "image/jpeg", name: "image.jpg" };
    expect(await expose(file, "Instagram")).toEqual({
      ok: false,
      error:
        "Instagram fetches images from the internet, but this console has no public address (set PUBLIC_ORIGINS).",
    });
  });

  it.each(["https://console.example.com", "https://93.184.216.34", "https://a.example.com:8443"])(
    "is not one at %s",
    (origin) => {
      expect(isPublicOrigin(origin)).toBe(true);
    },
  );
});
