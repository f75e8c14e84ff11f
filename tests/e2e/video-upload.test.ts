import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxClip } from "../../server/adapters/sandbox/video";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { said } from "./support/screen";

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole({ seed: true });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Item = { text_content: string; video_url: string | null; media_type: string | null };

/** A video of three seconds, with a box at its end that makes it another file than the sandbox's. */
function videoFile() {
  const note = Buffer.from("Zima");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + note.length);
  return Buffer.concat([sandboxClip(), length, Buffer.from("free"), note]);
}

describe("A video file", () => {
  it("is uploaded into new content, played before it is saved, and stored with it", async () => {
    const [group] = await running.read<{ id: number }[]>("publishing/account-groups");
    const path = `publishing/account-groups/${group?.id}/categories`;
    const [category] = await running.read<{ id: number }[]>(path);
    const at = `/dashboard/content?group=${group?.id}&category=${category?.id}&dialog=new-item`;
    const { page } = await newOperator({ at });
    const dialog = page.getByRole("dialog", { name: "New content item" });
    await dialog.getByLabel("Text content").fill("Zima stiže.");
    const field = dialog.getByRole("group", { name: "Upload video" });
    const buffer = videoFile();
    await field
      .locator("input[type=file]")
      .setInputFiles({ name: "zima.mp4", mimeType: "video/mp4", buffer });

    const preview = field.getByLabel("Uploaded video");
    await preview.waitFor();
    const width = () =>
      preview.evaluate((video) => (video instanceof HTMLVideoElement ? video.videoWidth : 0));
    await expect.poll(width, { timeout: 30_000 }).toBe(240);
    const played = preview.evaluate(async (video) => {
      if (!(video instanceof HTMLVideoElement)) return 0;
      video.muted = true;
      await video.play();
      await new Promise((resolve) => video.addEventListener("timeupdate", resolve));
      return video.currentTime;
    });
    expect(await played).toBeGreaterThan(0);

    await dialog.getByRole("button", { name: "Create item" }).click();
    await said(page, "Content item created. It is active and unused.");
    const items = await running.read<Item[]>(`publishing/categories/${category?.id}/items`);
    const stored = items.find(({ text_content }) => text_content === "Zima stiže.");
    expect(stored?.media_type).toBe("video");
    expect(stored?.video_url).toMatch(/^\/media\/store\/[0-9a-f]{64}\.mp4$/);
    const part = await fetch(new URL(stored?.video_url ?? "", running.address), {
      headers: { range: "bytes=0-7" },
    });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 0-7/${buffer.length}`,
    ]);
  });
});
