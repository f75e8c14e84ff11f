import { describe, expect, it } from "vitest";
import { type PlatformType, platformTypes } from "@/entities/account/platforms";
import { feedViewOf, framingOf } from "@/entities/post/feed-view";
import { fc } from "../../support/random-seed";

const image = { image_url: "/media/zima.jpg", title: null };

function viewOf(platform: PlatformType, text_content: string, more = {}) {
  const view = feedViewOf(platform, { text_content, ...image, ...more });
  const join = (runs: typeof view.text) => runs.map(({ text }) => text).join("");
  return {
    ...view,
    seen: join(view.text.filter(({ isFolded }) => !isFolded)),
    over: join(view.text.filter(({ isOver }) => isOver)),
    links: view.text.filter(({ isLink }) => isLink).map(({ text }) => text),
    titleText: view.title && join(view.title),
  };
}
const withoutMedia = { image_url: null };

describe("What a feed shows of a text", () => {
  // Copied by hand from the platforms' pages and from what is seen in their feeds.
  it.each([
    ["instagram", 125, "Cut off after 125 characters."],
    ["tiktok", 100, "Cut off after about 100 characters."],
    ["linkedin_profile", 210, "Cut off after about 210 characters."],
    ["linkedin_organization", 210, "Cut off after about 210 characters."],
    ["facebook_page", 477, "Cut off after about 477 characters."],
    ["reddit", 480, "Cut off after about 480 characters."],
  ] as const)("%s folds after %i characters, and says so", (platform, characters, sentence) => {
    expect(viewOf(platform, "a".repeat(characters)).isFolded).toBe(false);
    const long = viewOf(platform, "a".repeat(characters + 1));
    expect(long.isFolded).toBe(true);
    expect(long.seen).toHaveLength(characters);
    expect(long.notes).toContain(sentence);
  });

  it.each([
    ["instagram", 3, "Cut off after 3 lines."],
    ["linkedin_profile", 3, "Cut off after about 3 lines."],
    ["facebook_page", 5, "Cut off after about 5 lines."],
    ["reddit", 6, "Cut off after about 6 lines."],
    ["bluesky", 25, "Cut off after 25 lines."],
  ] as const)("%s folds after %i lines, and says so", (platform, lines, sentence) => {
    const text = (count: number) => Array.from({ length: count }, (_, line) => line).join("\n");
    expect(viewOf(platform, text(lines)).isFolded).toBe(false);
    expect(viewOf(platform, text(lines + 1)).seen).toBe(text(lines));
    expect(viewOf(platform, text(lines + 1)).notes).toContain(sentence);
  });

  it.each([
    ["x_twitter", 280],
    ["threads", 500],
  ] as const)("%s shows a text of its limit whole", (platform, length) => {
    expect(viewOf(platform, "a".repeat(length))).toMatchObject({ isFolded: false, notes: [] });
  });

  it("marks what is beyond the limit, and says how the platform takes it", () => {
    expect(viewOf("x_twitter", `${"a".repeat(280)}bcd`)).toMatchObject({
      over: "bcd",
      isOver: true,
      refusal: "X refuses this post: 3 over the limit of 280 weighted characters.",
    });
    expect(viewOf("bluesky", `${"š".repeat(300)}!`)).toMatchObject({
      over: "!",
      refusal: "Bluesky refuses this post: 1 over the limit of 300 characters.",
    });
    expect(viewOf("tiktok", "a".repeat(2201)).refusal).toBe(
      "TikTok may refuse this post: 1 over the limit of 2,200 characters.",
    );
    expect(viewOf("linkedin_profile", "a".repeat(3000))).toMatchObject({
      over: "",
      refusal: undefined,
    });
  });

  it("loses nothing of the text, on any platform", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...platformTypes),
        fc.string({ unit: "binary", maxLength: 900 }),
        (platform, text) => {
          const { text: runs } = feedViewOf(platform, { text_content: text });
          expect(runs.map((run) => run.text).join("")).toBe(text.trim());
          expect(runs.every((run) => run.text !== "")).toBe(true);
        },
      ),
    );
  });
});

describe("What a feed makes of links", () => {
  const text =
    "Novo na https://www.example.com/a?b=c, a i na zimska-kolekcija.rs. Pišite zima@example.com!";
  const both = ["https://www.example.com/a?b=c", "zimska-kolekcija.rs"];

  it.each([
    ["x_twitter", both, "zimska-kolekcija.rs"],
    ["facebook_page", both, "example.com"],
    ["threads", both, "example.com"],
    // A domain with a hyphen needs its https:// there.
    ["bluesky", both.slice(0, 1), "example.com"],
    ["linkedin_profile", both, "example.com"],
    // Without https:// it is plain text there.
    ["reddit", both.slice(0, 1), undefined],
    ["instagram", [], undefined],
    ["tiktok", [], undefined],
  ] as const)("on %s links %j, and the card is of %s", (platform, links, card) => {
    const view = viewOf(platform, text, withoutMedia);
    expect(view.links).toEqual(links);
    expect(view.card).toBe(card);
  });

  it("makes no card beside media, and says so", () => {
    const carded = ["x_twitter", "facebook_page", "linkedin_profile", "threads"] as const;
    for (const platform of [...carded, "bluesky"] as const) {
      const view = viewOf(platform, text);
      expect(view.card).toBeUndefined();
      expect(view.notes).toContain("No link card beside media.");
    }
    expect(viewOf("reddit", text).notes).toContain("No link card.");
  });

  it("says where links cannot be clicked, and what X counts", () => {
    expect(viewOf("instagram", text).notes).toContain("Links are not clickable.");
    expect(viewOf("tiktok", text).notes).toContain("Links are not clickable.");
    expect(viewOf("x_twitter", text).notes).toContain("Each link counts as 23 characters.");
    expect(viewOf("x_twitter", "Bez linka.").notes).toEqual([]);
  });

  it("refuses more than 5 links on Threads", () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, at) => `https://a.rs/${at}`).join(" ");
    expect(viewOf("threads", links(5)).refusal).toBeUndefined();
    expect(viewOf("threads", links(6)).refusal).toBe("Threads refuses this post: over 5 links.");
  });
});

describe("What a feed makes of hashtags and names", () => {
  const text = "Zdravo @zimska, #zima je #ćilim! r/serbia i u/zima, a&#39;b, ne #12.";

  it.each([
    ["x_twitter", ["@zimska", "#zima", "#ćilim"]],
    ["instagram", ["@zimska", "#zima", "#ćilim"]],
    ["tiktok", ["@zimska", "#zima", "#ćilim"].slice(0, 3)],
    ["bluesky", ["#zima", "#ćilim"]],
    ["threads", ["@zimska", "#zima"]],
    ["facebook_page", ["#zima", "#ćilim"]],
    ["linkedin_profile", ["#zima", "#ćilim"]],
    ["reddit", ["r/serbia", "u/zima"]],
  ] as const)("on %s links %j", (platform, links) => {
    expect(viewOf(platform, text).links).toEqual(links);
  });

  it("says what stays plain text", () => {
    expect(viewOf("threads", text).notes).toContain("Only the first hashtag becomes a link.");
    expect(viewOf("reddit", text).notes).toEqual([
      "Hashtags are plain text.",
      "@names are plain text.",
    ]);
    expect(viewOf("linkedin_profile", text).notes).toContain("@names are plain text.");
    expect(viewOf("reddit", "Prvo\n#zima").notes).toContain(
      "Lines that start with # become headings.",
    );
  });

  // Which parts there are is for the tests of each parser; one run is of several of them.
  it.each([
    ["bluesky", "#leto-2026 (#zima) 🔥#sale", ["#leto-2026"]],
    ["bluesky", "Kupite $ACME.", ["$ACME"]],
    // An address within a hashtag is a part of it.
    ["bluesky", "#zima(https://primer.rs/zima", ["#zima(https://primer.rs/zima"]],
    ["x_twitter", "Pišite @ana-b, kupite $ACME.", ["@ana", "$ACME"]],
  ] as const)("on %s, '%s' links %j", (platform, text, links) => {
    expect(viewOf(platform, text).links).toEqual(links);
  });

  it("makes no card on Bluesky of an address that is no link there", () => {
    for (const text of ["Više: „https://primer.rs/zima“", "Više:https://primer.rs/zima"]) {
      expect(viewOf("bluesky", text, withoutMedia)).toMatchObject({ card: undefined, notes: [] });
      expect(viewOf("x_twitter", text, withoutMedia).card).toBe("primer.rs");
    }
  });

  it("says on Bluesky which names are plain text", () => {
    expect(viewOf("bluesky", "Hvala @ana!").notes).toEqual(["@names are plain text."]);
    expect(viewOf("bluesky", "Hvala @ana.bsky.social i @ana!").notes).toEqual([
      "Only @names with a domain become links.",
    ]);
    expect(viewOf("bluesky", "Hvala @ana.bsky.social!").notes).toEqual([]);
  });

  it("refuses more than 30 hashtags on Instagram", () => {
    expect(viewOf("instagram", "#a ".repeat(30)).refusal).toBeUndefined();
    expect(viewOf("instagram", "#a ".repeat(31)).refusal).toBe(
      "Instagram refuses this post: over 30 hashtags.",
    );
  });
});

describe("What else a feed shows or leaves out", () => {
  it.each([
    ["instagram", "Instagram needs an image: not posted there"],
    ["tiktok", "TikTok needs an image: not posted there"],
  ] as const)("%s shows nothing of a post without media", (platform, sentence) => {
    expect(viewOf(platform, "Bez slike.", withoutMedia).missing).toBe(sentence);
    expect(viewOf(platform, "Sa slikom.").missing).toBeUndefined();
    expect(
      viewOf(platform, "Video.", { ...withoutMedia, video_url: "/media/zima.mp4" }).missing,
    ).toBeUndefined();
  });

  it("shows a title only on Reddit, which refuses a post without one", () => {
    expect(viewOf("reddit", "Tekst.", { title: "Zima" }).titleText).toBe("Zima");
    expect(viewOf("reddit", "Tekst.").refusal).toBe("Reddit refuses this post: needs a title.");
    const long = viewOf("reddit", "Tekst.", { title: "a".repeat(301) });
    expect(long.title?.map(({ isOver }) => isOver)).toEqual([false, true]);
    expect(viewOf("bluesky", "Tekst.", { title: "Zima" })).toMatchObject({
      title: undefined,
      notes: ["The title is not shown."],
    });
  });

  it("shows Reddit's own title and body there, and only there", () => {
    const own = { reddit_title: "Za Reddit", reddit_body: "Duži tekst." };
    expect(viewOf("reddit", "Tekst.", own)).toMatchObject({
      titleText: "Za Reddit",
      seen: "Duži tekst.",
    });
    expect(viewOf("x_twitter", "Tekst.", own).seen).toBe("Tekst.");
  });

  it("says that of a video and an image the video goes out", () => {
    expect(viewOf("x_twitter", "Oba.", { video_url: "/media/zima.mp4" }).notes).toEqual([
      "The video is posted, not the image.",
    ]);
  });
});

describe("What a feed does to a picture", () => {
  it.each([
    ["x_twitter", 9 / 16, 3 / 4, "Usually cropped to 3:4: 25% of the height is not shown."],
    ["x_twitter", 3, 2, "Usually cropped to 2:1: 33% of the width is not shown."],
    ["facebook_page", 0.5, 0.8, "Usually cropped to 4:5: 38% of the height is not shown."],
    ["linkedin_profile", 2 / 3, 0.8, "Cropped to 4:5: 17% of the height is not shown."],
    ["linkedin_organization", 4, 3, "Cropped to 3:1: 25% of the width is not shown."],
    ["bluesky", 0.25, 0.5, "Cropped to 1:2: 50% of the height is not shown."],
  ] as const)("%s crops one of %d to %d", (platform, picture, shape, note) => {
    expect(framingOf(platform, picture)).toEqual({ shape, isCropped: true, note });
  });

  it.each([
    ["instagram", 9 / 16, 0.8, "Shown in full in 4:5, with margins."],
    ["instagram", 2, 1.91, "Shown in full in 1.91:1, with margins."],
    ["tiktok", 1, 9 / 16, "Shown in full in 9:16, with margins."],
  ] as const)("%s gives one of %d margins", (platform, picture, shape, note) => {
    expect(framingOf(platform, picture)).toEqual({ shape, isCropped: false, note });
  });

  it.each([
    ["x_twitter", 16 / 9],
    ["instagram", 1],
    // 1080 × 1350, and a pixel less.
    ["instagram", 1080 / 1351],
    ["facebook_page", 3],
    ["threads", 0.2],
    ["reddit", 0.2],
    ["tiktok", 1080 / 1920],
  ] as const)("%s shows one of %d as it is", (platform, shape) => {
    expect(framingOf(platform, shape)).toEqual({ shape, isCropped: false, note: undefined });
  });
});
