import { AppBskyFeedPost, type AtpAgent } from "@atproto/api";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPeerInstalled } from "../../scripts/lib/peers.mjs";
import type { RealMember } from "../peers/bluesky/real-pds";
import { openBrowser } from "./support/browser";
import { startLiveConsole } from "./support/live/bluesky-world";
import { region, said } from "./support/screen";
import { goTo, signInWithDiscord } from "./support/sign-in";

type LiveConsole = Awaited<ReturnType<typeof startLiveConsole>>;

const text = "Ćao @tea.test 🎉 Kapa: https://shop.example.com/kapa?boja=crvena #zima";

const size = { width: 64, height: 48, channels: 3 } as const;
const pixels = Buffer.from(
  Array.from({ length: size.width * size.height * 3 }, (_, index) => (index * index * 7) % 256),
);

/**
 * The built server publishes on a real server of the AT Protocol, which somebody else wrote. Where it is
 * not installed, `npm run test:all` says so.
 */
describe.runIf(isPeerInstalled("pds"))(
  "In a live world, on a real PDS",
  { tags: ["peers"] },
  () => {
    let running: LiveConsole;
    let zima: RealMember;
    let tea: RealMember;
    let png: Buffer;

    beforeAll(async () => {
      running = await startLiveConsole(text);
      zima = await running.pds.createMember("zima.test");
      tea = await running.pds.createMember("tea.test");
      // Its author is nobody's business, and its pixels are no gradient that a codec would guess.
      png = await sharp(pixels, { raw: size })
        .withExif({ IFD0: { Artist: "canary-author" } })
        .png()
        .toBuffer();
      expect(String(png)).toContain("canary-author");
    });
    afterAll(() => running?.stop());

    const { newOperator } = openBrowser(
      () => running.address,
      () => running.internet.ofChromium,
    );

    it("an account is added, and its post is published and measured", async () => {
      const { page, forgive } = await newOperator();
      // The wrong password, below.
      forgive(/status of 400|SafeError: .+: 400/);
      await signInWithDiscord(page);
      await addAccount(page, zima);
      const { uri, rkey } = await publish(page);
      await expectRecord(rkey);
      await reactTo(uri);
      await expectFigures(page);
      // The post waits for the next minute, as the operator chose.
    }, 240_000);

    it("'npm run live:check' publishes a post with that account, and deletes it", async () => {
      const works = /^(\d+) zima\.test on Bluesky \(Zima\): works, belongs to @zima\.test$/;
      const { output: all } = await running.liveCheck();
      const listed = all.split("\n").find((line) => works.test(line)) ?? "";
      const [, account = ""] = works.exec(listed) ?? [];
      const { front } = running.internet;
      front.reset();
      const { code, output } = await running.liveCheck("--account", account, "--post");
      const [tested, begun, published, ...rest] = output.trim().split("\n");
      expect(tested).toBe(listed);
      expect(begun).toMatch(
        /^Publishing on Bluesky: This is a test of a publishing tool, and will be deleted\. 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$/,
      );
      const [, rkey = ""] =
        /^Published: https:\/\/bsky\.app\/profile\/did:plc:[a-z2-7]+\/post\/(.+)$/.exec(
          published ?? "",
        ) ?? [];
      expect(rest).toEqual(["Read back: Bluesky has the post.", "Deleted: Bluesky says so."]);
      expect(code).toBe(0);
      // It was there, and it is not there any more.
      expect(front.timesOf("/xrpc/com.atproto.repo.putRecord")).toBe(1);
      expect(front.timesOf("/xrpc/com.atproto.repo.deleteRecord")).toBe(1);
      const { repo } = running.pds.reader.com.atproto;
      const collection = "app.bsky.feed.post";
      const { records } = (await repo.listRecords({ repo: zima.did, collection })).data;
      expect(records.map(({ uri }) => uri)).not.toContain(`at://${zima.did}/${collection}/${rkey}`);
      expect(records).toHaveLength(1);
    });

    /** First with a wrong password: an account whose credentials are refused is not stored. */
    async function addAccount(page: Page, { handle, appPassword }: RealMember) {
      await goTo(page, "Configuration");
      await page.getByRole("tab", { name: "Social Accounts" }).click();
      await page.getByText("This group has no social accounts.").waitFor();
      await page.getByRole("button", { name: "Add account" }).click();
      const add = page.getByRole("form", { name: "Add account" });
      await add.getByLabel("Platform").selectOption("bluesky");
      await add.getByLabel("Username").fill(handle);
      await add.getByLabel("Identifier").fill(handle);
      const password = add.getByLabel("App password", { exact: true });
      await password.fill("canary-wrong");
      await add.getByRole("button", { name: "Add account" }).click();
      await add.getByText("Invalid identifier or password").waitFor();

      await password.fill(appPassword);
      // A second press too soon counts as part of a double click.
      await page.waitForTimeout(600);
      await add.getByRole("button", { name: "Add account" }).click();
      const card = page
        .getByRole("tabpanel")
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: "zima.test" }) });
      await card.getByText("The keys belong to @zima.test.").waitFor();
    }

    /** Gives the post its image and title, and approves it. @returns the record's address and key */
    async function publish(page: Page) {
      await goTo(page, "Publishing");
      await page.getByRole("tab", { name: "Text-Only Posts" }).click();
      const queue = region(page, "Content Approval Queue");
      await queue.getByRole("button", { name: "Edit", exact: true }).click();
      const form = queue.getByRole("form", { name: /^Edit post #/ });
      await form.getByLabel("Title").fill("Crvena kapa");
      await form
        .getByLabel("Upload", { exact: true })
        .locator("input[type=file]")
        .setInputFiles({ name: "kapa.png", mimeType: "image/png", buffer: png });
      await form.getByText("Image uploaded.").waitFor();
      await form.getByRole("button", { name: "Save" }).click();
      await form.waitFor({ state: "hidden" });

      await page.getByRole("tab", { name: "Image/Video Posts" }).click();
      await queue.getByRole("button", { name: "Approve…" }).click();
      const dialog = page.getByRole("dialog", { name: /^Approve post #/ });
      await dialog.getByRole("radio", { name: "Date and time" }).check();
      await dialog
        .getByLabel("Date and time")
        .last()
        .fill(await nextMinute(page));
      await dialog.getByRole("button", { name: "Approve" }).click();
      await said(page, /^Approved\. Goes out at .+\.$/);

      const link = region(page, "Recently Published").getByRole("link").first();
      await link.waitFor({ timeout: 100_000 });
      const [, did, rkey = ""] =
        /^https:\/\/bsky\.app\/profile\/(.+)\/post\/([2-7a-z]{13})$/.exec(
          (await link.getAttribute("href")) ?? "",
        ) ?? [];
      expect(did).toBe(zima.did);
      return { uri: `at://${did}/app.bsky.feed.post/${rkey}`, rkey };
    }

    /** As its server gives it to anybody, byte for byte; an image is encoded again, without metadata. */
    async function expectRecord(rkey: string) {
      const { com } = running.pds.reader;
      const collection = "app.bsky.feed.post";
      const { records } = (await com.atproto.repo.listRecords({ repo: zima.did, collection })).data;
      expect(records).toHaveLength(1);
      const { data } = await com.atproto.repo.getRecord({ repo: zima.did, collection, rkey });
      const { cids } = (await com.atproto.sync.listBlobs({ did: zima.did })).data;
      expect(cids).toEqual([expect.stringMatching(/^bafkrei[2-7a-z]{52}$/)]);
      const [cid = ""] = cids;
      const blob = await com.atproto.sync.getBlob({ did: zima.did, cid });
      const image = Buffer.from(blob.data);
      expect(JSON.parse(JSON.stringify(data.value))).toEqual({
        $type: "app.bsky.feed.post",
        text: "Ćao @tea.test 🎉 Kapa: https://shop.example.com/kapa?boja=crvena #zima",
        createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        facets: [
          {
            $type: "app.bsky.richtext.facet",
            index: { byteStart: 5, byteEnd: 14 },
            features: [{ $type: "app.bsky.richtext.facet#mention", did: tea.did }],
          },
          {
            index: { byteStart: 26, byteEnd: 67 },
            features: [
              {
                $type: "app.bsky.richtext.facet#link",
                uri: "https://shop.example.com/kapa?boja=crvena",
              },
            ],
          },
          {
            index: { byteStart: 68, byteEnd: 73 },
            features: [{ $type: "app.bsky.richtext.facet#tag", tag: "zima" }],
          },
        ],
        embed: {
          $type: "app.bsky.embed.images",
          images: [
            {
              alt: "Crvena kapa",
              aspectRatio: { width: 64, height: 48 },
              image: {
                $type: "blob",
                ref: { $link: cid },
                mimeType: "image/png",
                size: image.length,
              },
            },
          ],
        },
      });
      expect(blob.headers["content-type"]).toBe("image/png");
      expect(image.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
      expect(String(image)).not.toContain("canary-author");
      const shown = await sharp(image).raw().toBuffer({ resolveWithObject: true });
      expect(shown.info).toMatchObject({ width: 64, height: 48, channels: 3 });
      expect(shown.data).toEqual(pixels);
    }

    /** One like, two replies, one repost and two quotes, by another account of the server. */
    async function reactTo(uri: string) {
      const agent: AtpAgent = await running.pds.agentOf(tea);
      const { data } = await agent.com.atproto.repo.getRecord({
        repo: zima.did,
        collection: "app.bsky.feed.post",
        rkey: uri.split("/").at(-1) ?? "",
      });
      if (!AppBskyFeedPost.isRecord(data.value)) throw new Error("There is no post.");
      const subject = { uri, cid: data.cid ?? "" };
      await agent.like(subject.uri, subject.cid);
      await agent.repost(subject.uri, subject.cid);
      for (const words of ["Lepa", "Topla"]) {
        await agent.post({ text: words, reply: { root: subject, parent: subject } });
        await agent.post({
          text: words,
          embed: { $type: "app.bsky.embed.record", record: subject },
        });
      }
    }

    /** Through the stand-in for the AppView, which counts the records that are on the server. */
    async function expectFigures(page: Page) {
      await goTo(page, "Configuration");
      await page.getByRole("tab", { name: "Social Accounts" }).click();
      const panel = page.getByRole("tabpanel");
      await panel.getByRole("button", { name: "Actions", exact: true }).click();
      await page.getByRole("menuitem", { name: "Backfill performance" }).click();
      await said(page, "Measuring 1 published post.");
      await panel.getByRole("button", { name: "Actions", exact: true }).click();
      await page.getByRole("menuitem", { name: "Test performance fetch" }).click();
      await panel.getByText("The performance fetch works.").waitFor();
      await panel.getByText("1 likes, 2 comments, 3 shares").waitFor();
      await goTo(page, "Dashboard");
      const row = page.getByRole("row").filter({ hasText: "Kapa" });
      const figure = (name: string) => row.locator(`[data-label="${name}"]`).textContent();
      await expect
        .poll(() => Promise.all(["Likes", "Comments", "Shares"].map(figure)))
        .toEqual(["1", "2", "3"]);
    }
  },
);

/** In the browser's zone, as the field holds it. */
const nextMinute = (page: Page) =>
  page.evaluate(() => {
    const at = new Date(Date.now() + 61_000);
    const two = (number: number) => String(number).padStart(2, "0");
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
  });
