import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sampleQueueItem } from "@/entities/post/contract-docs";
import { findDialog, findRegion, textsIn } from "../../support/on-screen";
import { announcing, answerWith, sentTo, specAlone } from "../../support/on-wire";
import { answering, findToast, jsonAnswer, renderApp, saying } from "../../support/render-app";
import { on, openAt, post as scheduled } from "./support";

type Post = ReturnType<typeof post>;

const post = (
  id: number,
  item: number,
  publish_at: string,
  platform_type = "bluesky",
  group = 1,
) => ({
  ...scheduled(id, { publish_at }),
  group_id: group,
  group_name: ["", "Zimska kolekcija", "Letnja kolekcija"][group],
  social_account: { ...on(platform_type), platform_username: `nalog${id}` },
  content_queue_item: { ...sampleQueueItem, id: item, text_content: `Objava broj ${item}.` },
});

/** The moment of a local time, which is on the same day in each time zone. */
const local = (time: string) => new Date(time).toISOString();

/** Opens the calendar with a server that has these posts, and lists those of a range. */
async function open(
  posts: readonly Post[],
  address: string,
  { broken = (): boolean => false, filters = true } = {},
) {
  const server = await answering([
    {
      to: "scheduled-posts",
      says: ({ pathname, searchParams }) => {
        const one = posts.find(({ id }) => pathname.endsWith(`/scheduled-posts/${id}`));
        if (one) return jsonAnswer(200, one);
        const [from, to] = [searchParams.get("from"), searchParams.get("to")];
        if (from && broken()) return jsonAnswer(500, { detail: "Closed." });
        const isIn = ({ publish_at }: Post) =>
          !filters ||
          !from ||
          !to ||
          (Date.parse(publish_at) >= Date.parse(from) && publish_at < to);
        const skip = Number(searchParams.get("skip"));
        const limit = Number(searchParams.get("limit"));
        return jsonAnswer(200, posts.filter(isIn).slice(skip, skip + limit));
      },
    },
  ]);
  const app = await renderApp(`/dashboard/publishing?view=calendar${address}`, { server });
  const upcoming = await findRegion("Upcoming Scheduled Posts");
  // Until the backend has said what it offers, the calendar is that of the loaded posts.
  await upcoming.findByRole("radio", { name: "Month" });
  const findDays = async (span: "Week" | "Month") =>
    within(await upcoming.findByRole("region", { name: span }));
  return { ...app, upcoming, findDays };
}

describe("The calendar of a backend with ranges", () => {
  it("loads the whole week, however many posts come before it", async () => {
    const many = Array.from({ length: 12 }, (_, id) =>
      post(id + 1, id + 1, "2036-11-10T12:00:00Z"),
    );
    const { upcoming, findDays, wire } = await open(
      [...many, post(20, 20, "2036-11-19T12:00:00Z")],
      "&week=2036-11-19",
    );
    const week = await findDays("Week");
    expect(await week.findByText("Objava broj 20.")).toBeVisible();
    expect(upcoming.queryByText("loaded posts only")).not.toBeInTheDocument();
    expect(upcoming.queryByRole("button", { name: "Load More" })).not.toBeInTheDocument();
    expect(wire.sent.some((line) => /scheduled-posts\?from=.*&to=/.test(line))).toBe(true);
  });

  it("says how many posts have a time that cannot be read, so that none is missed", async () => {
    const { upcoming, findDays } = await open(
      [post(1, 1, "2036-11-19T12:00:00Z"), post(2, 2, "next Tuesday"), post(3, 3, "")],
      "&week=2036-11-19",
      { filters: false },
    );
    expect(await (await findDays("Week")).findAllByRole("listitem")).toHaveLength(1);
    const words = "2 posts have a time that cannot be read. Switch to the list to see them.";
    expect(upcoming.getByText(words)).toBeVisible();
  });

  it("shows one entry for the posts of one content at one time, with each account", async () => {
    const time = "2036-11-19T12:00:00Z";
    const { findDays } = await open(
      [
        post(1, 7, time),
        post(2, 7, time, "instagram"),
        post(3, 7, "2036-11-19T13:00:00Z", "threads"),
      ],
      "&week=2036-11-19",
    );
    const entries = await (await findDays("Week")).findAllByRole("listitem");
    const names = () =>
      entries.map((entry) =>
        within(entry)
          .getAllByRole("button")
          .map((button) => button.getAttribute("aria-label")),
      );
    await waitFor(() =>
      expect(names()).toEqual([
        [
          "Actions for post on Bluesky nalog1",
          "Actions for post on Instagram nalog2",
          "Actions for post on all 2 accounts",
        ],
        ["Actions for post on Threads nalog3"],
      ]),
    );
  });

  it("shows a month in whole weeks, and is in the address", async () => {
    const { user, router, upcoming, findDays } = await open(
      [post(1, 1, local("2036-11-01T12:00")), post(2, 2, local("2036-11-30T12:00"))],
      "&week=2036-11-12",
    );
    await user.click(await upcoming.findByRole("button", { name: "Next" }));
    expect(router.state.location.search).toMatchObject({ week: "2036-11-17" });
    expect(await upcoming.findByText("17 Nov – 23 Nov")).toBeVisible();
    const none = "No image/video posts are scheduled on these days.";
    expect(await upcoming.findByText(none)).toBeVisible();

    await user.click(upcoming.getByRole("radio", { name: "Month" }));

    const month = await findDays("Month");
    expect(upcoming.getByText("November 2036")).toBeVisible();
    expect(month.getAllByRole("heading", { level: 3 })).toHaveLength(35);
    // The days of October and November are told apart.
    expect(month.getByRole("heading", { name: /^Sat,? 1 Nov$/ })).toBeVisible();
    expect(month.getAllByRole("listitem")).toHaveLength(2);
    expect(router.state.location.search).toMatchObject({ span: "month", week: "2036-11-17" });

    await user.click(upcoming.getByRole("button", { name: "Previous" }));
    expect(await upcoming.findByText("October 2036")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ week: "2036-10-01" });
    expect(upcoming.getByRole("button", { name: "Previous" })).toHaveFocus();
    await user.click(upcoming.getByRole("button", { name: "Today" }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty("week"));
  });

  it("leads from a full day of the month to its week", async () => {
    const five = [1, 2, 3, 4, 5].map((id) => post(id, id, local(`2036-11-19T1${id}:00`)));
    const { user, router, findDays } = await open(five, "&span=month&week=2036-11-01");
    const month = await findDays("Month");
    expect(await month.findAllByRole("listitem")).toHaveLength(3);
    await user.click(month.getByRole("button", { name: "2 more on Wed 19" }));
    expect(await (await findDays("Week")).findAllByRole("listitem")).toHaveLength(5);
    expect(router.state.location.search).toMatchObject({ week: "2036-11-19" });
  });

  it("reports that the days could not be loaded, and tries again", async () => {
    let isBroken = true;
    const { user, upcoming } = await open(
      [post(1, 1, "2036-11-19T12:00:00Z")],
      "&week=2036-11-19",
      {
        broken: () => isBroken,
      },
    );
    const alert = await upcoming.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch content data.Closed.");
    isBroken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await upcoming.findAllByRole("listitem")).toHaveLength(1);
  });

  it("is opened by a press, and shows the present week if its address names no valid day", async () => {
    const { user, router } = await openAt("?week=soon", saying("scheduled-posts", []));
    const upcoming = await findRegion("Upcoming Scheduled Posts");
    await user.click(await upcoming.findByRole("radio", { name: "Calendar" }));
    const today = await upcoming.findByRole("button", { name: "Today" });
    expect(today).toHaveAttribute("aria-disabled", "true");
    expect(router.state.location.search).toMatchObject({ view: "calendar" });
    expect(router.state.location.search).not.toHaveProperty("week");
    const week = within(await upcoming.findByRole("region", { name: "Week" }));
    expect(week.getAllByRole("heading", { level: 3 })).toHaveLength(7);
  });
});

describe("The groups of a calendar", () => {
  const noon = "2036-11-19T12:00:00Z";

  it("are named in each entry, and their colours below if there are several", async () => {
    const { upcoming, findDays } = await open(
      [post(1, 1, noon), post(2, 2, noon, "bluesky", 2), post(3, 3, noon)],
      "&week=2036-11-19",
    );
    const entries = await (await findDays("Week")).findAllByRole("listitem");
    const names = ["Zimska kolekcija", "Letnja kolekcija", "Zimska kolekcija"];
    expect(entries.map((entry) => entry.title)).toEqual(names);
    for (const [index, entry] of entries.entries()) {
      expect(within(entry).getByText(names[index] ?? "?")).toBeInTheDocument();
    }
    const hues = entries.map((entry) => entry.dataset.hue);
    expect(hues[0]).toBe(hues[2]);
    expect(hues[0]).not.toBe(hues[1]);
    const legend = within(upcoming.getByRole("list", { name: "Groups" }));
    expect(
      legend.getAllByRole("listitem").map((group) => [group.textContent, group.dataset.hue]),
    ).toEqual([
      ["Zimska kolekcija", hues[0]],
      ["Letnja kolekcija", hues[1]],
    ]);
  });

  it("have no list of colours while only one is in view", async () => {
    const { upcoming, findDays } = await open(
      [post(1, 1, noon), post(2, 2, noon)],
      "&week=2036-11-19",
    );
    expect(await (await findDays("Week")).findAllByRole("listitem")).toHaveLength(2);
    expect(upcoming.queryByRole("list", { name: "Groups" })).not.toBeInTheDocument();
  });
});

describe("Dragging a post in the calendar", () => {
  const local = (day: number, hour: number, minute = 0) =>
    new Date(2036, 10, day, hour, minute).toISOString();

  /** The browser's store of what is dragged, which jsdom lacks. */
  function dataTransfer() {
    const kept = new Map<string, string>();
    return {
      setData: (type: string, data: string) => void kept.set(type, data),
      get types() {
        return [...kept.keys()];
      },
    };
  }

  /** Drags an entry over a day, to this part of its height, and returns the day. */
  function drag(entry: HTMLElement, to: HTMLElement, part: number, height = 240) {
    const store = dataTransfer();
    fireEvent.dragStart(entry, { dataTransfer: store });
    vi.spyOn(to, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 100, 120, height));
    const at = (event: Event) =>
      Object.defineProperty(event, "clientY", { value: 100 + part * height });
    const over = createEvent.dragOver(to, { dataTransfer: store });
    fireEvent(to, at(over));
    return {
      canDrop: over.defaultPrevented,
      drop: () => fireEvent(to, at(createEvent.drop(to, { dataTransfer: store }))),
      cancel: () => fireEvent.dragEnd(entry, { dataTransfer: store }),
    };
  }

  async function openDays(posts: readonly Post[], span: "Week" | "Month", day = "2036-11-19") {
    const app = await open(posts, `&week=${day}${span === "Month" ? "&span=month" : ""}`);
    const grid = await app.findDays(span);
    const [entry] = await grid.findAllByRole("listitem");
    if (!entry) throw new Error("An entry is needed.");
    await within(entry).findAllByRole("button");
    const dayOf = (name: string) => {
      const day = grid.getByRole("heading", { level: 3, name }).parentElement;
      if (!day) throw new Error(`There is no ${name}.`);
      return day;
    };
    return { ...app, entry, dayOf, patched: () => sentTo(app.wire, "PATCH") };
  }

  const both = [post(1, 7, local(19, 12)), post(2, 7, local(19, 12), "instagram")];
  const dialog = () => findDialog("Reschedule post");
  const field = (of: { getByLabelText: (name: RegExp) => HTMLElement }) =>
    of.getByLabelText(/^Publish at/);

  it("to an hour of the week fills in the dialog, and sends nothing before 'Reschedule'", async () => {
    const { user, entry, dayOf, patched, wire } = await openDays(both, "Week");
    const { canDrop, drop } = drag(entry, dayOf("Thu 20"), 0.391);
    expect(canDrop).toBe(true);
    expect(within(dayOf("Thu 20")).getByText(/09:15/)).toBeInTheDocument();
    drop();

    const form = await dialog();
    expect(form.getByText("On Bluesky nalog1 and Instagram nalog2.")).toBeVisible();
    expect(form.getByText(/^Now scheduled for/)).toBeVisible();
    expect(field(form)).toHaveValue("2036-11-20T09:15");
    expect(patched()).toEqual([]);

    answerWith(wire, "PATCH", 200, post(1, 7, local(20, 9, 15)));
    await user.click(form.getByRole("button", { name: "Reschedule" }));
    await waitFor(() =>
      expect(patched()).toEqual([
        "PATCH /api/v1/publishing/scheduled-posts/1",
        "PATCH /api/v1/publishing/scheduled-posts/2",
      ]),
    );
    expect(await findToast(/^Rescheduled to 20 Nov.* 09:15/)).toBeVisible();
    const where = "It will be published on Bluesky nalog1 and Instagram nalog2.";
    expect(await findToast(where)).toBeVisible();
  });

  it("that is wrong moves nothing: closing the dialog asks nothing and sends nothing", async () => {
    const { user, entry, dayOf, patched } = await openDays(both, "Week");
    drag(entry, dayOf("Thu 20"), 0.5).drop();
    await dialog();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(patched()).toEqual([]);
    const name = "Actions for post on Bluesky nalog1";
    await waitFor(() => expect(within(entry).getByRole("button", { name })).toHaveFocus());
  });

  it.each([
    ["to another day of the month", "Month", "Fri 28", 240, "2036-11-28T12:20"],
    ["in a week whose days are too low for hours", "Week", "Thu 20", 90, "2036-11-20T12:20"],
  ] as const)("%s keeps its time of day", async (_, span, day, height, time) => {
    const { entry, dayOf } = await openDays([post(1, 7, local(19, 12, 20))], span);
    drag(entry, dayOf(day), 0.1, height).drop();
    expect(field(await dialog())).toHaveValue(time);
  });

  it("ends without a dialog when it is cancelled", async () => {
    const { entry, dayOf } = await openDays(both, "Week");
    const { cancel } = drag(entry, dayOf("Thu 20"), 0.5);
    expect(within(dayOf("Thu 20")).getByText(/12:00/)).toBeInTheDocument();
    cancel();
    expect(within(dayOf("Thu 20")).queryByText(/12:00/)).not.toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it.each([
    ["its own time", local(19, 12), "2036-11-19", "Wed 19"],
    ["a time that has passed", new Date(2020, 0, 15, 12).toISOString(), "2020-01-15", "Thu 16"],
  ])("is refused for %s", async (_, time, week, day) => {
    const { entry, dayOf } = await openDays([post(1, 7, time)], "Week", week);
    const { canDrop, drop } = drag(entry, dayOf(day), 0.5);
    expect(canDrop).toBe(false);
    drop();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("says which accounts moved and which did not, and tries only the rest again", async () => {
    const { user, entry, dayOf, patched, wire } = await openDays(both, "Week");
    drag(entry, dayOf("Thu 20"), 0.5).drop();
    const form = await dialog();
    const [one, other] = [1, 2].map((id) => `PATCH /api/v1/publishing/scheduled-posts/${id}`);
    answerWith(wire, "PATCH", 200, post(1, 7, local(20, 12)));
    const refusal = { detail: "This post is being published." };
    answerWith(wire, (line) => line === other, 409, refusal, { once: true });
    await user.click(form.getByRole("button", { name: "Reschedule" }));

    expect(await form.findByRole("alert")).toHaveTextContent("Failed to reschedule post.");
    expect(textsIn(within(form.getByRole("list", { name: "Result" })))).toEqual([
      "Bluesky nalog1 Moved.",
      "Instagram nalog2 This post is being published.",
    ]);

    await user.click(form.getByRole("button", { name: "Reschedule" }));
    expect(await findToast(/^Rescheduled to 20 Nov/)).toBeVisible();
    expect(patched()).toEqual([one, other, other]);
  });

  it("is not offered by a backend that cannot move posts", async () => {
    await openAt(
      "?view=calendar&week=2036-11-19",
      announcing("schedule-range"),
      saying("scheduled-posts", both),
    );
    const entry = await (await findRegion("Week")).findByRole("listitem");
    await act(async () => {});
    expect(entry).not.toHaveAttribute("draggable", "true");
    expect(within(entry).getByText("Instagram nalog2")).toBeInTheDocument();
    expect(within(entry).queryByRole("button")).not.toBeInTheDocument();
    expect(screen.queryByText(/^To reschedule a post, drag it/)).not.toBeInTheDocument();
  });
});

describe("The calendar of a backend of the spec alone", () => {
  it("shows the week of the loaded posts, says so, and offers no month", async () => {
    const many = Array.from({ length: 6 }, (_, id) => post(id + 1, id + 1, "2036-11-19T12:00:00Z"));
    const { user, router } = await openAt("?view=calendar&span=month&week=2036-11-19", specAlone, {
      to: "scheduled-posts",
      says: ({ searchParams }) => {
        const skip = Number(searchParams.get("skip"));
        return jsonAnswer(200, many.slice(skip, skip + 5));
      },
    });
    await act(async () => {});
    const upcoming = await findRegion("Upcoming Scheduled Posts");
    expect(await upcoming.findByText("loaded posts only")).toBeVisible();
    expect(upcoming.getByText("17 Nov – 23 Nov")).toBeVisible();
    expect(upcoming.queryByRole("radio", { name: "Month" })).not.toBeInTheDocument();
    const week = within(upcoming.getByRole("region", { name: "Week" }));
    expect(week.getAllByRole("listitem")).toHaveLength(5);
    await user.click(upcoming.getByRole("button", { name: "Load More" }));
    await waitFor(() => expect(week.getAllByRole("listitem")).toHaveLength(6));
    expect(router.state.location.search).toMatchObject({ view: "calendar" });
  });
});
