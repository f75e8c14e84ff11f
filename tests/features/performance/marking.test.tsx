import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "../../support/render-app";
import { detailOf, findDialog, open, rows, two } from "./support";

/** Marks all from the beginning of one element to the end of the other, as a drag does. */
function mark(from: Element, to: Element) {
  const range = document.createRange();
  range.setStartBefore(from);
  range.setEndAfter(to);
  window.getSelection()?.removeAllRanges();
  window.getSelection()?.addRange(range);
}

/** Copies what is marked; undefined if that is left to the browser. */
function copied(row: Element) {
  let text: string | undefined;
  const clipboardData = { setData: (_type: string, written: string) => (text = written) };
  const isLeft = fireEvent.copy(row, { clipboardData });
  expect(isLeft).toBe(text === undefined);
  return text;
}

async function openTwo() {
  const app = await open("", { list: () => jsonAnswer(200, two), detail: detailOf(two) });
  const [first, second] = await rows();
  if (!first || !second) throw new Error("Two rows are needed.");
  return { ...app, first, second };
}

describe("A row of the Dashboard", () => {
  afterEach(() => {
    window.getSelection()?.removeAllRanges();
    vi.restoreAllMocks();
  });

  it("is not opened by a drag that marks its text, and is by the next click", async () => {
    const { user, router, first } = await openTwo();
    const text = within(first).getByText("Čaj, ćebe i dobra knjiga.");
    mark(text, text);
    // A drag that begins and ends on an element ends with a click on it.
    fireEvent.click(text);
    expect(router.state.location.search).not.toHaveProperty("post");

    window.getSelection()?.removeAllRanges();
    await user.click(text);
    expect(await (await findDialog()).findByText("Čaj, ćebe i dobra knjiga.")).toBeVisible();
  });

  it("is copied with all its cells and exact figures, as Export CSV writes them", async () => {
    const { first, second } = await openTwo();
    mark(first, second);
    const [head, one, other] = copied(first)?.split("\r\n") ?? [];
    expect(head?.split("\t")).toEqual([
      "Post ID",
      "Text",
      "Media type",
      "Platform",
      "Username",
      "Category",
      "Published (UTC)",
      "Impressions",
      "Video views",
      "Likes",
      "Comments",
      "Shares",
      "Engagement rate",
      "Last updated (UTC)",
      "Post URL",
    ]);
    expect(one).toMatch(
      /^40\t"Čaj, ćebe i dobra knjiga\."\timage\tInstagram\tzimska\.kolekcija\tDnevna inspiracija\t2026-11-19 09:30:00\t4210\t\t187\t14\t9\t0\.0499\t2026-11-20 09:30:00\t/,
    );
    expect(other).toContain("\tmastodon\t");
    expect(other).toContain("\t1250000\t\t0\t14\t9\t\t");
  });

  it("is copied with the decimals of the operator's region", async () => {
    vi.spyOn(navigator, "language", "get").mockReturnValue("sr-RS");
    const { first, second } = await openTwo();
    mark(first, second);
    expect(copied(second)).toContain("\t9\t0,0499\t");
  });

  it("leaves a copy without a mark to the browser", async () => {
    const { first } = await openTwo();
    expect(copied(first)).toBeUndefined();
  });

  it("leaves a copy of a part of a cell to the browser", async () => {
    const { first } = await openTwo();
    const words = within(first).getByText("Čaj, ćebe i dobra knjiga.").firstChild;
    if (!words) throw new Error("The row has no text.");
    window.getSelection()?.setBaseAndExtent(words, 0, words, 3);
    expect(copied(first)).toBeUndefined();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
