import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { platforms, platformTypes } from "@/entities/account/platforms";
import { findToast, jsonAnswer } from "../../support/render-app";
import { openWith } from "./accounts-of";

const canary = "c4n4ry";
const typed = platformTypes.filter((type) => platforms[type].fields.length > 0);

type Opened = Awaited<ReturnType<typeof openWith>>;

/** Everywhere that something could be left behind, as one text. */
function traces({ router }: Opened) {
  const { queryClient } = router.options.context;
  const said = [console.error, console.warn, console.log, console.info]
    .flatMap((method) => vi.mocked(method).mock.calls)
    .map((call) => call.map(String).join(" "));
  return JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    window.location.href,
    router.state.location.href,
    document.documentElement.outerHTML,
    [...document.querySelectorAll("input, textarea")].map((it) => (it as HTMLInputElement).value),
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state]),
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ options, state }) => [options.meta, state]),
    said,
  ]);
}

function listen() {
  for (const method of ["error", "warn", "log", "info"] as const) {
    vi.spyOn(console, method).mockImplementation(() => {});
  }
}

describe("What is typed into a credential field", () => {
  it.each(typed)("is nowhere once an account of %s was added", async (type) => {
    listen();
    const opened = await openWith([]);
    const { user, stored } = opened;
    const form = within(await screen.findByRole("form", { name: "Add account" }));
    await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), type);
    await user.type(form.getByRole("textbox", { name: "Username" }), "zima");
    for (const { label, secret } of platforms[type].fields) {
      const field = form.getByLabelText(label);
      if (secret) expect(field).toHaveAttribute("type", "password");
      expect(field).toHaveAttribute("autocomplete", "off");
      await user.click(field);
      await user.paste(`${canary}-${label}`);
    }
    // What was typed is never written down, not even while it is typed.
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(canary);
    // It is looked for where it can be found.
    expect(traces(opened)).toContain(canary);
    await user.click(form.getByRole("button", { name: "Add account" }));
    expect(await screen.findByRole("heading", { name: "zima" })).toBeVisible();
    expect(await stored()).toHaveLength(1);
    expect(traces(opened)).not.toContain(canary);
  });

  it("is nowhere once new credentials were refused and the dialog was closed", async () => {
    listen();
    const opened = await openWith([
      { platform_type: "x_twitter", platform_username: "zima", credentials: {} },
    ]);
    const { user, choose, wire } = opened;
    wire.answer(
      (line) => line.endsWith("/credentials"),
      () => jsonAnswer(409, { detail: "Not now." }),
    );
    await choose("zima", "Update credentials");
    const dialog = within(await screen.findByRole("dialog"));
    for (const { label } of platforms.x_twitter.fields) {
      await user.click(dialog.getByLabelText(label));
      await user.paste(canary);
    }
    await user.click(dialog.getByRole("button", { name: "Update credentials" }));
    await dialog.findByRole("alert");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(traces(opened)).not.toContain(canary);
  });

  it("is nowhere once the proxy was saved", async () => {
    listen();
    const opened = await openWith([], "settings");
    const form = within(await screen.findByRole("form", { name: "Proxy" }));
    await opened.user.type(form.getByLabelText("Proxy password"), canary);
    await opened.user.click(form.getByRole("button", { name: "Save proxy" }));
    expect(await findToast("Proxy saved.")).toBeVisible();
    await waitFor(() => expect(form.getByLabelText("Proxy password")).toHaveValue(""));
    expect(traces(opened)).not.toContain(canary);
  });
});
