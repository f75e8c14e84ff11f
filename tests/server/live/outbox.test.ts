import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createExpose } from "../../../server/adapters/live/media/outbox.ts";

async function exposedAt(publicOrigin: string) {
  const folder = await mkdtemp(join(tmpdir(), "outbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = { bytes: new Uint8Array([1]), type: "image/jpeg", name: "image.jpg" };
  return createExpose({ folder, publicOrigin })(file, "Instagram");
}

test.each([
  "http://console.example.com",
  "https://127.0.0.1",
  "https://[::1]",
  "https://console",
  "https://console.local",
  "https://console.internal",
  "https://console.lan",
  "https://console.localhost:4100",
  "https://console.test",
  "https://console.home.arpa",
  "",
])("A server that platforms cannot reach exposes nothing: '%s'", async (publicOrigin) => {
  expect(await exposedAt(publicOrigin)).toEqual({
    ok: false,
    error:
      "Instagram fetches images from the internet, but this console has no public address (set PUBLIC_ORIGINS).",
  });
});

test.each(["https://console.example.com", "https://93.184.216.34", "https://a.example.com:8443"])(
  "A server that platforms reach exposes a file at %s",
  async (origin) => {
    expect(await exposedAt(origin)).toMatchObject({ ok: true });
  },
);
