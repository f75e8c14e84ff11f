import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { holdTime, pass, press, until } from "../../support/held-time";
import { findToast, jsonAnswer, renderApp } from "../../support/render-app";
import { listing, open, post, rows, two } from "./support";

const refreshing = (line: string) =>
  line.startsWith("POST /api/v1/admin/performance/refresh-instagram-feed/");

const answers = { list: () => jsonAnswer(200, two) };
const queued = () => jsonAnswer(202, { message: "Measuring 12 published Instagram posts." });

describe("Refresh Instagram Data", () => {
  const lists = ({ sent }: { sent: readonly string[] }) => sent.filter(listing).length;
  const button = () => screen.getByRole("button", { name: "Refresh Instagram Data" });
  const measuring = () => screen.getByText("Measuring 12 published Instagram posts.");

  it("asks for a group if there is none, without a call", async () => {
    const { user, wire } = await renderApp("/dashboard/dashboard");
    await user.click(await screen.findByRole("button", { name: "Refresh Instagram Data" }));
    expect(await findToast("Please select a group to refresh.")).toBeVisible();
    expect(wire.sent.filter(refreshing)).toEqual([]);
  });

  it("shows the server's message, and reloads the posts once, 5 s later", async () => {
    const { wire, group } = await open("", answers);
    await rows();
    wire.answer(refreshing, queued);
    const before = lists(wire);
    holdTime();

    await press(button());
    expect(await until(measuring)).toBeVisible();
    expect(wire.sent.filter(refreshing)).toEqual([
      `POST /api/v1/admin/performance/refresh-instagram-feed/${group.id}`,
    ]);
    await pass(2_000);
    // A second press restarts the 5 seconds.
    await press(button());
    await until(() => expect(wire.sent.filter(refreshing)).toHaveLength(2));
    await pass(4_000);
    expect(lists(wire)).toBe(before);
    await pass(1_000);
    await until(() => expect(lists(wire)).toBe(before + 1));
    await pass(6_000);
    expect(lists(wire)).toBe(before + 1);
  });

  it("is refused by the server for a group without an Instagram account", async () => {
    const { wire } = await open("", answers);
    await rows();
    const before = lists(wire);
    holdTime();
    await press(button());
    // In the toast and below the button.
    await until(() =>
      expect(screen.getAllByText("Failed to refresh Instagram data.")).toHaveLength(2),
    );
    expect(screen.getAllByText("This group has no Instagram account.")).toHaveLength(2);
    await pass(5_500);
    expect(lists(wire)).toBe(before);
  });

  it("cancels the reload once another group or another screen is shown", async () => {
    const group = { name: "Kafeterija", description: null };
    const { wire, router } = await open("", {
      ...answers,
      prepare: (server) => call(server, groupsApi.create, { body: group }),
    });
    await rows();
    wire.answer(refreshing, queued);
    holdTime();
    await press(button());
    await until(measuring);
    await press(screen.getByRole("button", { name: "Kafeterija" }));
    await until(() => screen.getByRole("button", { name: "Kafeterija", pressed: true }));
    await until(() => screen.getByRole("button", { name: "Slojevi su tajna." }));
    await pass(100);
    const ofOther = lists(wire);
    await pass(5_500);
    expect(lists(wire)).toBe(ofOther);

    await press(button());
    await until(() => expect(wire.sent.filter(refreshing)).toHaveLength(2));
    await act(() => router.navigate({ to: "/dashboard/config" }));
    const left = lists(wire);
    await pass(5_500);
    expect(lists(wire)).toBe(left);
  });

  it("still reloads on the other tab, whose figures change too", async () => {
    const { wire } = await open("", answers);
    await rows();
    wire.answer(refreshing, queued);
    const summaries = () => wire.sent.filter((line) => line.includes("by-category")).length;
    holdTime();
    await press(button());
    await until(measuring);
    const tab = screen.getByRole("tab", { name: "By Category" });
    fireEvent.mouseDown(tab);
    await press(tab);
    await until(() => screen.getByRole("tab", { name: "By Category", selected: true }));
    await until(() => expect(summaries()).toBeGreaterThan(0));
    const shown = summaries();
    await pass(4_000);
    expect(summaries()).toBe(shown);
    await pass(1_000);
    await until(() => expect(summaries()).toBe(shown + 1));
  });
});

describe("Export CSV", () => {
  let files: { name: string; text: string }[];
  let blob: Blob;

  beforeEach(() => {
    files = [];
    // jsdom has no URLs for blobs, and does not navigate.
    Object.assign(URL, {
      createObjectURL: (made: Blob) => {
        blob = made;
        return "blob:http://localhost:4100/1";
      },
      revokeObjectURL: () => {},
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(async function (
      this: HTMLAnchorElement,
    ) {
      files.push({ name: this.download, text: await blob.text() });
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it("saves the listed posts, with their whole texts, in a file named after group and day", async () => {
    const { user } = await open("", {
      list: () =>
        jsonAnswer(200, [two[0], post(42, '=HYPERLINK("https://example.com")', { likes: null })]),
    });
    await rows();

    await user.click(await screen.findByRole("button", { name: "Export CSV" }));

    expect(await findToast("2 posts exported.")).toBeVisible();
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toMatch(/^performance-zimska-kolekcija-\d{4}-\d\d-\d\d\.csv$/);
    const [head, first, second] = (files[0]?.text ?? "").split("\r\n");
    expect(head).toContain("Post ID,Text,Media type,Platform,Username,Category,Published (UTC)");
    expect(first).toMatch(
      /^40,"Čaj, ćebe i dobra knjiga\.",image,Instagram,zimska\.kolekcija,Dnevna inspiracija,2026-11-19 09:30:00,4210,,187,14,9,0\.0499,2026-11-20 09:30:00,http:\/\/localhost:4100\/sandbox\/posts\/40$/,
    );
    expect(second).toContain(`42,"'=HYPERLINK(""https://example.com"")"`);
    expect(second).toContain(",4210,,,14,9,");
  });

  it("says that it saves only the posts that are loaded, if there may be more", async () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      post(index + 1, "Čaj, ćebe i dobra knjiga.", {}),
    );
    const { user } = await open("", { list: () => jsonAnswer(200, many) });
    await screen.findByText("The first 100 posts in this order.");
    const button = await screen.findByRole("button", { name: "Export CSV" });
    await user.hover(button);
    const note = "Only the posts that are loaded: there may be more.";
    expect(await screen.findByRole("tooltip")).toHaveTextContent(note);
    await user.click(button);
    expect(await findToast("100 posts exported.")).toBeVisible();
    expect(await findToast(new RegExp(`^${note} .* performance-zimska`))).toBeVisible();
  });

  it.each([
    ["sr-RS", '40;"Čaj; 0.012";image;', ";14;9;0,012;2026-11-20 09:30:00;"],
    ["en-US", '40,"Čaj; 0.012",image,', ",14,9,0.012,2026-11-20 09:30:00,"],
  ])("writes its figures as spreadsheets of %s read them, and no text", async (...given) => {
    const [language, begin, figures] = given;
    vi.spyOn(navigator, "language", "get").mockReturnValue(language);
    const one = post(40, "Čaj; 0.012", { engagement_rate: 0.012 });
    const { user } = await open("", { list: () => jsonAnswer(200, [one]) });
    await rows("Čaj; 0.012");
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    await waitFor(() => expect(files).toHaveLength(1));
    const [, line] = (files[0]?.text ?? "").split("\r\n");
    expect(line?.startsWith(begin)).toBe(true);
    expect(line).toContain(figures);
  });

  it("says how it divides the columns, and keeps the other choice for the next exports", async () => {
    const { user } = await open("", { list: () => jsonAnswer(200, [two[0]]) });
    await rows();
    const button = await screen.findByRole("button", { name: "Export CSV" });
    const head = (index: number) => files[index]?.text.slice(0, 13);
    await user.click(button);
    expect(await findToast(/^Separated by commas, with decimal points\./)).toBeVisible();

    // For a spreadsheet of Serbia beside a browser in English.
    await user.click(await findToast("Use semicolons"));
    expect(await findToast(/^Separated by semicolons, with decimal commas\./)).toBeVisible();
    await waitFor(() => expect(files).toHaveLength(2));
    expect([head(0), head(1)]).toEqual(["Post ID,Text,", "Post ID;Text;"]);
    expect(files[1]?.text).toContain(";0,0499;");

    await user.click(button);
    await waitFor(() => expect(files).toHaveLength(3));
    expect(head(2)).toBe("Post ID;Text;");
  });

  it("shows why there is nothing to export", async () => {
    const { user } = await open("", {});
    await screen.findByText("No performance data available yet.");
    const button = await screen.findByRole("button", { name: "Export CSV" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await user.hover(button);
    expect(await screen.findByRole("tooltip")).toHaveTextContent("There are no posts to export.");
    await user.click(button);
    expect(files).toEqual([]);
  });

  it("is enabled again once posts that failed to load are there", async () => {
    let isBroken = true;
    const { user } = await open("", {
      list: () => (isBroken ? jsonAnswer(500, {}) : jsonAnswer(200, two)),
    });
    await screen.findByRole("alert");
    const button = () => screen.getByRole("button", { name: "Export CSV" });
    expect(button()).toHaveAttribute("aria-disabled", "true");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await rows();
    await waitFor(() => expect(button()).not.toHaveAttribute("aria-disabled"));
  });
});
