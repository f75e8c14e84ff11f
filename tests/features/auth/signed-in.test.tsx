import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { answering, jsonAnswer, renderApp, startServer } from "../../support/render-app";

const header = async () => {
  const logout = await screen.findByRole("button", { name: "Logout" });
  if (!logout.parentElement) throw new Error("The button stands nowhere.");
  return within(logout.parentElement);
};

describe("Beside 'Logout'", () => {
  it("the header names who is signed in", async () => {
    await renderApp("/dashboard/config");
    const name = await (await header()).findByText("Administrator");
    expect(name).toBeVisible();
    expect(name.parentElement).toHaveAttribute("title", "Signed in as Administrator");
  });

  it("their picture is shown", async () => {
    const picture = "https://cdn.discordapp.com/avatars/9/face.png?size=64";
    const server = await startServer();
    const token = await server.app.sessions.issue({ id: "9", name: "ana", picture });
    await renderApp("/dashboard/config", { server, token });
    const name = await (await header()).findByText("ana");
    expect(name.parentElement?.querySelector("img")).toHaveAttribute("src", picture);
  });

  it.each([
    ["cannot say it", { to: "/auth/me", says: () => jsonAnswer(500, {}) }],
    [
      "does not announce it",
      { to: "/healthz", says: () => jsonAnswer(200, { status: "ok", capabilities: [] }) },
    ],
  ])("nobody is named if the backend %s, and logging out works", async (_name, rule) => {
    const { user, wire } = await renderApp("/dashboard/config", {
      server: await answering([rule]),
    });
    await waitFor(() => expect(wire.sent).toContain("GET /healthz"));
    expect((await header()).queryByTitle(/^Signed in as/)).not.toBeInTheDocument();
    await user.click((await header()).getByRole("button", { name: "Logout" }));
    expect(await screen.findByRole("heading", { name: "Admin Login" })).toBeVisible();
  });
});
