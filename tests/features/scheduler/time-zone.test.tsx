import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findDialog } from "../../support/on-screen";
import { jsonAnswer, saying } from "../../support/render-app";
import { travelTo } from "../../support/time-zone";
import { on, openAt, post as posted, region } from "./support";

const account = "Bluesky zimska.bsky.social";

const post = (publish_at: string) =>
  posted(3, {
    publish_at,
    social_account: { ...on("bluesky"), platform_username: "zimska.bsky.social" },
  });

/** Opens Publishing with one scheduled post, whose next slot is this. */
async function open(publish_at: string, { slot = publish_at, address = "" } = {}) {
  const app = await openAt(
    address,
    saying("/next-slot", { publish_at: slot }),
    saying("/scheduled-posts/3", post(publish_at)),
    saying("/scheduled-posts", [post(publish_at)]),
  );
  const moved: unknown[] = [];
  app.wire.answer(
    (line) => line.startsWith("PATCH"),
    async (request) => {
      moved.push(await request.json());
      return jsonAnswer(200, post(publish_at));
    },
  );
  return { ...app, moved };
}

async function openDialog(publish_at: string, slot = publish_at) {
  const app = await open(publish_at, { slot });
  const upcoming = await region("Upcoming Scheduled Posts");
  const name = `Actions for post on ${account}`;
  await app.user.click(await upcoming.findByRole("button", { name }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Reschedule…" }));
  const dialog = await findDialog("Reschedule post");
  const field = dialog.getByLabelText(/^Publish at/) as HTMLInputElement;
  const save = () => app.user.click(dialog.getByRole("button", { name: "Reschedule" }));
  return { ...app, upcoming, dialog, field, save };
}

// In Belgrade the clocks go back on 26 October 2036 at 03:00, and forward on 30 March at 02:00.
const beforeThat = "2036-10-25T10:00:00Z";
const firstHalfPastTwo = "2036-10-26T00:30:00Z";
const secondHalfPastTwo = "2036-10-26T01:30:00Z";

describe("The hour that comes twice", () => {
  it("is sent as the moment that the server offered", async () => {
    travelTo("Europe/Belgrade");
    const { user, dialog, field, save, moved } = await openDialog(beforeThat, secondHalfPastTwo);
    await user.click(dialog.getByRole("button", { name: "Next slot" }));
    await waitFor(() => expect(field).toHaveValue("2036-10-26T02:30"));
    expect(field).toHaveAccessibleDescription(
      "Your time zone: Europe/Belgrade. This time occurs twice that day: 26 Oct 2036, 02:30 CET is used.",
    );
    await save();
    await waitFor(() => expect(moved).toEqual([{ publish_at: "2036-10-26T01:30:00.000Z" }]));
  });

  it("stays the moment of the post that is already there", async () => {
    travelTo("Europe/Belgrade");
    const { save, moved } = await openDialog(secondHalfPastTwo);
    await save();
    await waitFor(() => expect(moved).toEqual([{ publish_at: "2036-10-26T01:30:00.000Z" }]));
  });

  it("is the first one if it was typed, and says so", async () => {
    travelTo("Europe/Belgrade");
    const { field, save, moved } = await openDialog(beforeThat);
    fireEvent.change(field, { target: { value: "2036-10-26T02:30" } });
    expect(field).toHaveAccessibleDescription(/: 26 Oct 2036, 02:30 CEST is used\.$/);
    await save();
    await waitFor(() => expect(moved).toEqual([{ publish_at: "2036-10-26T00:30:00.000Z" }]));
  });
});

describe("A time that the clocks skip", () => {
  it("is refused at the field, and nothing is sent", async () => {
    travelTo("Europe/Belgrade");
    const { dialog, field, save, moved } = await openDialog(firstHalfPastTwo);
    fireEvent.change(field, { target: { value: "2036-03-30T02:30" } });
    await save();
    const why = "This time does not exist: the clocks go forward then.";
    expect(await dialog.findByText(why)).toBeVisible();
    expect(field).toHaveAccessibleDescription(why);
    fireEvent.change(field, { target: { value: "2036-03-30T03:30" } });
    await waitFor(() => expect(dialog.queryByText(why)).not.toBeInTheDocument());
    await save();
    await waitFor(() => expect(moved).toEqual([{ publish_at: "2036-03-30T01:30:00.000Z" }]));
  });

  it("takes no drop in the calendar, which says why", async () => {
    travelTo("Europe/Belgrade");
    // 02:30 on the day before.
    await open("2036-03-29T01:30:00Z", { address: "?view=calendar&span=month&week=2036-03-29" });
    const month = within(
      await (await region("Upcoming Scheduled Posts")).findByRole("region", { name: "Month" }),
    );
    const [entry] = await month.findAllByRole("listitem");
    const day = month.getByRole("heading", { level: 3, name: "Sun 30" }).parentElement;
    if (!entry || !day) throw new Error("The entry and the day are needed.");
    const kept: string[] = [];
    const dataTransfer = { setData: (type: string) => void kept.push(type), types: kept };
    fireEvent.dragStart(entry, { dataTransfer });
    const over = createEvent.dragOver(day, { dataTransfer });
    fireEvent(day, over);
    expect(over.defaultPrevented).toBe(false);
    const why = "02:30 does not exist: the clocks go forward";
    expect(within(day).getByText(why)).toBeInTheDocument();
    fireEvent(day, createEvent.drop(day, { dataTransfer }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("A machine that comes into another time zone while the console is open", () => {
  it("has rows and fields in the new zone at the operator's next look", async () => {
    travelTo("Europe/Belgrade");
    const { user, field, moved, upcoming } = await openDialog(beforeThat);
    const row = () => upcoming.getAllByText(/^25 Oct/)[0];
    expect(row()).toHaveTextContent("25 Oct 2036, 12:00 CEST");
    expect(field).toHaveValue("2036-10-25T12:00");

    travelTo("America/New_York");
    expect(row()).toHaveTextContent("25 Oct 2036, 06:00 GMT-4");
    expect(field).toHaveAccessibleDescription("Your time zone: America/New_York");
    expect(field).toHaveValue("2036-10-25T06:00");
    // Nobody has typed anything, so that nothing is asked.
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(moved).toEqual([]);
  });

  it("sends the slot that the server offered before", async () => {
    travelTo("Europe/Belgrade");
    const { user, dialog, field, save, moved } = await openDialog(beforeThat, secondHalfPastTwo);
    await user.click(dialog.getByRole("button", { name: "Next slot" }));
    await waitFor(() => expect(field).toHaveValue("2036-10-26T02:30"));
    travelTo("Asia/Tokyo");
    expect(field).toHaveValue("2036-10-26T10:30");
    await save();
    await waitFor(() => expect(moved).toEqual([{ publish_at: "2036-10-26T01:30:00.000Z" }]));
  });

  it("has the days and times of the calendar in the new zone", async () => {
    travelTo("Europe/Belgrade");
    await open("2036-11-19T22:30:00Z", { address: "?view=calendar&week=2036-11-19" });
    const upcoming = await region("Upcoming Scheduled Posts");
    /** The day of the only entry, with its time. */
    const entry = async (time: RegExp) =>
      (await upcoming.findByText(time)).closest("ul")?.previousElementSibling;
    expect(await entry(/^23:30/)).toHaveTextContent("Wed 19");
    expect(upcoming.getByText("17 Nov – 23 Nov")).toBeVisible();
    travelTo("Asia/Tokyo");
    expect(await entry(/^07:30/)).toHaveTextContent("Thu 20");
    expect(upcoming.getByText("17 Nov – 23 Nov")).toBeVisible();
  });
});
