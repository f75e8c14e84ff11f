import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answering, findToast, jsonAnswer, renderApp } from "../../support/render-app";
import { activeSettings, addRotatorOfSameShop, openRotator, rotatingServer } from "./support";

const numbers = [
  ["Rotator count", 0, 20],
  ["Rotator no-change count", 0, 20],
  ["Print count", 0, 10],
  ["Cooldown days", 7, 90],
  ["Rotator discount %", 5, 70],
  ["Print discount %", 5, 70],
] as const;

async function open(options: Parameters<typeof openRotator>[0] = {}) {
  const opened = await openRotator(options);
  const form = within(await opened.region.findByRole("form", { name: "Sale rotator settings" }));
  const number = (name: string) => form.getByRole("spinbutton", { name });
  async function set(name: string, value: string) {
    await opened.user.clear(number(name));
    if (value) await opened.user.type(number(name), value);
  }
  const save = () => opened.press("Save Settings");
  return { ...opened, form, number, set, save };
}

const puts = (sent: readonly string[]) => sent.filter((line) => line.startsWith("PUT"));

describe("The settings of the sale rotator", () => {
  it("say that there is no next run while the rotator is off", async () => {
    const { region, user, form, save } = await open({ settings: { is_active: false } });
    expect(region.getByText("No next run: the rotator is off.")).toBeVisible();
    expect(region.queryByText(/^Next run/)).toBeNull();
    await user.click(form.getByRole("checkbox", { name: "Enabled" }));
    await save();
    expect(await region.findByText(/^Next run/)).toBeVisible();
  });

  it("warn with the group's name before a second rotator is enabled for the same shop", async () => {
    const given = await rotatingServer({ settings: { is_active: false } });
    await addRotatorOfSameShop(given.server, "Leto");
    const { region, user, form } = await open({ given });
    const warning = "The rotator of Leto is enabled for the same shop";
    expect(region.queryByText(warning)).not.toBeInTheDocument();
    await user.click(form.getByRole("checkbox", { name: "Enabled" }));
    expect(await region.findByText(warning)).toBeVisible();
    await user.click(form.getByRole("checkbox", { name: "Enabled" }));
    expect(region.queryByText(warning)).not.toBeInTheDocument();
  });

  it("are shown with their ranges and the next run", async () => {
    const { form, number, region } = await open();
    expect(region.getByText(/runs automatically every Monday at 1 AM UTC/)).toBeVisible();
    expect(region.getByText(/^Next run/)).toHaveTextContent(/01:00|in \d/);
    for (const [name, min, max] of numbers) {
      expect(number(name)).toHaveAccessibleDescription(new RegExp(`^${min} to ${max}`));
    }
    expect(form.getByRole("textbox", { name: "Sale tag" })).toHaveAttribute("placeholder", "sale");
    expect(number("Print discount %")).toHaveValue(activeSettings.print_discount_percent);
  });

  it("are saved as a whole", async () => {
    const { set, save, settings, number } = await open();
    await set("Cooldown days", "30");
    await save();
    expect(await findToast("Sale rotator settings saved successfully!")).toBeVisible();
    expect(await settings()).toEqual({ ...activeSettings, cooldown_days: 30 });
    await waitFor(() => expect(screen.queryByText("Unsaved")).not.toBeInTheDocument());
    expect(number("Cooldown days")).toHaveValue(30);
  });

  it("accept whole numbers within their ranges only", async () => {
    const { form, set, save, wire } = await open();
    for (const [name, min, max] of numbers) {
      await set(name, String(min < 1 ? max + 1 : min - 1));
    }
    await save();
    for (const [, min, max] of numbers) {
      const said = await form.findAllByText(`Enter a whole number from ${min} to ${max}.`);
      expect(said.length).toBe(
        numbers.filter(([, low, high]) => low === min && high === max).length,
      );
    }
    await set("Cooldown days", "7.5");
    await set("Print count", "");
    await save();
    expect(await form.findByText("Enter a whole number from 7 to 90.")).toBeVisible();
    expect(form.getByText("Enter a whole number from 0 to 10.")).toBeVisible();
    expect(puts(wire.sent)).toEqual([]);
  });

  it("require a sale tag that is none of the rotator's own", async () => {
    const { user, form, save, wire } = await open();
    const tag = form.getByRole("textbox", { name: "Sale tag" });
    await user.clear(tag);
    await save();
    expect(await form.findByText("Sale tag is required.")).toBeVisible();
    await user.type(tag, "rotator");
    expect(await form.findByText(/^Choose another tag/)).toBeVisible();
    expect(puts(wire.sent)).toEqual([]);
  });

  it("keep the fields that a newer server added", async () => {
    const given = await rotatingServer();
    const bodies: unknown[] = [];
    const server = await answering(
      [
        {
          to: "/sale-rotator/settings/",
          says: () => jsonAnswer(200, { ...activeSettings, weekdays: ["Mon"], later: { a: 1 } }),
        },
      ],
      given.server,
    );
    const { set, save, wire } = await open({ given: { ...given, server } });
    wire.answer(/^PUT/, async (request) => {
      const body = await request.json();
      bodies.push(body);
      return jsonAnswer(200, body);
    });
    await set("Cooldown days", "30");
    await save();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toEqual({
      ...activeSettings,
      cooldown_days: 30,
      weekdays: ["Mon"],
      later: { a: 1 },
    });
  });
});

describe("Without a group", () => {
  it("there is no sale rotator", async () => {
    await renderApp("/dashboard/config");
    await screen.findByRole("region", { name: "Product Catalog Manager" });
    await screen.findByText("No group selected");
    expect(
      screen.queryByRole("region", { name: "Automated Weekly Sale Rotator" }),
    ).not.toBeInTheDocument();
  });
});
