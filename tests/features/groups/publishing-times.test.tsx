import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { findToast, renderApp, startServer } from "../../support/render-app";
import { createGroup } from "./support";

async function open() {
  const server = await startServer();
  const group = await createGroup(server);
  const app = await renderApp("/dashboard/config?tab=settings", { server });
  const form = await findIn("form", "Times");
  return {
    ...app,
    server,
    id: group?.id ?? 0,
    form,
    times: within(form.getByRole("group", { name: "Publishing times" })),
    save: () => app.user.click(form.getByRole("button", { name: "Save times" })),
    stored: async () => (await call(server, groupApi.list, {}))[0],
  };
}

describe("The times of a group", () => {
  it("are saved by weekday, with the time zone and the notice", async () => {
    const { user, form, times, save, stored } = await open();
    expect(form.getByRole("combobox", { name: "Time zone" })).toHaveValue("UTC");
    expect(form.getByRole("spinbutton", { name: "Notice after approval (minutes)" })).toHaveValue(
      10,
    );
    await user.type(times.getByRole("textbox", { name: "Monday" }), "17:30, 9:00 17:30");
    await user.type(times.getByRole("textbox", { name: "Sunday" }), "11:00");
    await user.selectOptions(form.getByRole("combobox", { name: "Time zone" }), "Europe/Belgrade");
    const notice = form.getByRole("spinbutton", { name: "Notice after approval (minutes)" });
    await user.clear(notice);
    await user.type(notice, "15");
    await save();
    expect(await findToast("Publishing times saved.")).toBeVisible();
    expect(await stored()).toMatchObject({
      publishing_times: {
        monday: ["09:00", "17:30"],
        tuesday: [],
        wednesday: [],
        thursday: [],
        friday: [],
        saturday: [],
        sunday: ["11:00"],
      },
      time_zone: "Europe/Belgrade",
      notice_minutes: 15,
    });
    await waitFor(() =>
      expect(times.getByRole("textbox", { name: "Monday" })).toHaveValue("09:00, 17:30"),
    );
    expect(screen.queryByText("Unsaved")).not.toBeInTheDocument();
  });

  it("are the same on all days at one press, which saves nothing by itself", async () => {
    const { user, times, save, stored, wire } = await open();
    await user.type(times.getByRole("textbox", { name: "Monday" }), "09:00, 17:30");
    await user.type(times.getByRole("textbox", { name: "Friday" }), "12:00");
    await user.click(times.getByRole("button", { name: "Copy Monday to all days" }));
    for (const field of times.getAllByRole("textbox")) expect(field).toHaveValue("09:00, 17:30");
    expect(wire.sent.filter((line) => line.startsWith("PUT"))).toEqual([]);
    await save();
    expect(await findToast("Publishing times saved.")).toBeVisible();
    const { publishing_times } = (await stored()) ?? {};
    expect(Object.values(publishing_times ?? {})).toEqual(
      Array.from({ length: 7 }, () => ["09:00", "17:30"]),
    );
  });

  it("are refused where they are wrong, before anything is sent", async () => {
    const { user, form, times, save, wire } = await open();
    await user.type(times.getByRole("textbox", { name: "Tuesday" }), "25:00");
    const notice = form.getByRole("spinbutton", { name: "Notice after approval (minutes)" });
    await user.clear(notice);
    await user.type(notice, "61");
    await save();
    expect(await form.findByText("Write times as 09:00, 17:30.")).toBeVisible();
    expect(form.getByText("Enter a whole number from 1 to 60.")).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("PUT"))).toEqual([]);
  });
});
