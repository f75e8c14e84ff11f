import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { findToast, renderApp } from "../../support/render-app";
import { serverWith } from "./support";

type Stored = Record<string, unknown>;

async function open(tab: string) {
  const { server } = await serverWith("Zima");
  const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
  const form = (name: string) => findIn("form", name);
  const stored = async () => (await call(server, groupApi.list, {}))[0];
  return { ...app, form, stored };
}

describe("The settings of a group", () => {
  it("save focus and logo, and show the logo at once", async () => {
    const { user, form: formOf, stored } = await open("settings");
    const form = await formOf("Media and logo");
    expect(form.getByRole("combobox", { name: "Focus media type" })).toHaveDisplayValue("Image");
    await user.selectOptions(form.getByRole("combobox", { name: "Focus media type" }), "Video");
    await user.type(form.getByRole("textbox", { name: "Logo URL" }), "/logos/zima.png");
    expect(form.getByRole("img", { name: "Logo preview" })).toHaveAttribute(
      "src",
      "http://localhost:4100/logos/zima.png",
    );
    await user.click(form.getByRole("button", { name: "Save settings" }));
    expect(await findToast("Settings saved.")).toBeVisible();
    expect(await stored()).toMatchObject({
      focus_media_type: "video",
      logo_url: "/logos/zima.png",
    });
    await waitFor(() => expect(screen.queryByText("Unsaved")).not.toBeInTheDocument());
    expect(form.getByRole("textbox", { name: "Logo URL" })).toHaveValue("/logos/zima.png");
  });

  it("refuse an invalid logo URL before anything is sent", async () => {
    const { user, form: formOf, wire } = await open("settings");
    const form = await formOf("Media and logo");
    await user.type(form.getByRole("textbox", { name: "Logo URL" }), "javascript:alert(1)");
    expect(form.queryByRole("img", { name: "Logo preview" })).not.toBeInTheDocument();
    await user.click(form.getByRole("button", { name: "Save settings" }));
    expect(await form.findByText(/Enter an address that starts with/)).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("PATCH"))).toEqual([]);
  });

  it("send a proxy password only when one was typed, and never show it", async () => {
    const { user, form: formOf, stored, wire } = await open("settings");
    const form = await formOf("Proxy");
    const password = form.getByLabelText("Proxy password");
    expect(password).toHaveAttribute("placeholder", "No password is set");
    const bodies: Stored[] = [];
    wire.answer(/\/proxy$/, (request) => {
      void request
        .clone()
        .json()
        .then((body: Stored) => bodies.push(body));
      return undefined;
    });
    await user.type(form.getByRole("textbox", { name: "Proxy server" }), "http://proxy.rs:8080");
    await user.type(form.getByRole("textbox", { name: "Proxy username" }), "zima");
    await user.type(password, "tajna");
    await user.click(form.getByRole("button", { name: "Save proxy" }));
    expect(await findToast("Proxy saved.")).toBeVisible();
    await waitFor(() => expect(password).toHaveAttribute("placeholder", "A password is set"));
    expect(password).toHaveValue("");

    await user.type(form.getByRole("textbox", { name: "Proxy username" }), "2");
    await user.click(form.getByRole("button", { name: "Save proxy" }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies).toEqual([
      { proxy_server: "http://proxy.rs:8080", proxy_username: "zima", proxy_password: "tajna" },
      { proxy_server: "http://proxy.rs:8080", proxy_username: "zima2" },
    ]);
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ proxy_username: "zima2", proxy_password_set: true }),
    );
  });

  it("refuse a proxy server with a password in it", async () => {
    const { user, form: formOf, wire } = await open("settings");
    const form = await formOf("Proxy");
    await user.type(form.getByRole("textbox", { name: "Proxy server" }), "http://a:b@proxy.rs");
    await user.click(form.getByRole("button", { name: "Save proxy" }));
    expect(await form.findByText(/Enter the server only/)).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("PUT"))).toEqual([]);
  });

  it("say at the proxy's field why its address is refused, and keep what was typed", async () => {
    const { user, form: formOf, stored } = await open("settings");
    const form = await formOf("Proxy");
    const field = form.getByRole("textbox", { name: "Proxy server" });
    await user.type(field, "http://127.0.0.1:8080");
    await user.click(form.getByRole("button", { name: "Save proxy" }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription(
      /127\.0\.0\.1 is on this server or in a private network: ALLOW_PRIVATE_PROXY=1 permits such a proxy\./,
    );
    expect(field).toHaveValue("http://127.0.0.1:8080");
    expect(await stored()).toMatchObject({ proxy_server: null });
  });
});

describe("The mascot of a group", () => {
  it("is previewed while it is typed, saved, and removed again", async () => {
    const { user, form: formOf, stored } = await open("mascot");
    const form = await formOf("Mascot");
    const path = form.getByRole("textbox", { name: "Image path" });
    await user.type(path, "/mascots/zimko.png");
    await user.type(form.getByRole("textbox", { name: "Description" }), "A polar bear.");
    expect(screen.getByRole("img", { name: "Mascot preview" })).toHaveAttribute(
      "src",
      "http://localhost:4100/mascots/zimko.png",
    );
    await user.click(form.getByRole("button", { name: "Save mascot" }));
    expect(await findToast("Mascot saved.")).toBeVisible();
    expect(await stored()).toMatchObject({
      ai_mascot_image_path: "/mascots/zimko.png",
      ai_mascot_description: "A polar bear.",
    });

    // A busy button ignores a press, and the toast may appear shortly before the button is idle.
    const save = form.getByRole("button", { name: "Save mascot" });
    await waitFor(() => expect(save).not.toHaveAttribute("aria-busy"));
    await user.clear(path);
    await user.click(save);
    await waitFor(async () => expect((await stored())?.ai_mascot_image_path).toBeNull());
  });
});

describe("Without a group", () => {
  it("the configuration says to select or create one", async () => {
    await renderApp("/dashboard/config?tab=settings");
    const settings = await findIn("region", "Group Settings");
    expect(
      settings.getByText("Select a group from the header or click 'New Group' to set it up."),
    ).toBeVisible();
  });

  it("test the stored proxy, and say in words why one does not work", async () => {
    const { user, form: formOf } = await open("settings");
    const form = await formOf("Proxy");
    expect(screen.queryByRole("button", { name: "Test proxy" })).not.toBeInTheDocument();
    await user.type(form.getByLabelText("Proxy server"), "http://proxy.example.com:8080");
    await user.type(form.getByLabelText("Proxy password"), "wrong");
    await user.click(form.getByRole("button", { name: "Save proxy" }));
    const test = await screen.findByRole("button", { name: "Test proxy" });
    await user.click(test);
    expect(
      await findToast("Test failed: The group's proxy refused its user name or password."),
    ).toBeVisible();

    await user.type(form.getByLabelText("Proxy password"), "right");
    expect(test).toBeDisabled();
    await user.click(form.getByRole("button", { name: "Save proxy" }));
    await waitFor(() => expect(test).toBeEnabled());
    await user.click(test);
    expect(await findToast("The proxy works.")).toBeVisible();
  });
});
