import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, onTestFinished } from "vitest";
import { capabilities } from "@/shared/api/capabilities";
import { SafeError } from "@/shared/api/errors";
import { z } from "@/shared/config/zod";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import type { Outcome } from "@/shared/query/outcome";

const schema = z.object({ name: z.string(), tag: z.string(), secret: z.string() });
const blank = { name: "", tag: "", secret: "" };
const secrets = ["secret"] as const;

let setCurrent: (values: typeof blank) => void = () => {};

function Settings({ save }: { save: () => Promise<Outcome<unknown>> }) {
  const [current, set] = useState(blank);
  setCurrent = set;
  const form = useConsoleForm({
    schema,
    defaults: blank,
    current,
    draft: "settings",
    secrets,
    failure: "Failed to save settings.",
    save,
  });
  return (
    <ConsoleForm form={form}>
      <TextField control={form.control} name="name" label="Name" />
      <TextField control={form.control} name="tag" label="Tag" />
      <TextField control={form.control} name="secret" label="Secret" />
      <button type="submit">Save</button>
    </ConsoleForm>
  );
}

async function open(save: () => Promise<Outcome<unknown>>) {
  const rootRoute = createRootRoute({ component: () => <Settings save={save} /> });
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const view = render(<RouterProvider router={router} />);
  await screen.findByRole("button", { name: "Save" });
  return { user: userEvent.setup(), ...view };
}

const field = (name: string) => screen.getByRole("textbox", { name });
const saved = async (): Promise<Outcome<unknown>> => ({ kind: "ok", reply: undefined });

it("keeps typed text over a reload, except secrets, until it is saved", async () => {
  localStorage.setItem("accessToken", "token");
  const { user, unmount } = await open(saved);
  await user.type(field("Name"), "Zima");
  await user.type(field("Secret"), "canary");
  unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("canary");

  const again = await open(saved);
  await waitFor(() => expect(field("Name")).toHaveValue("Zima"));
  expect(field("Secret")).toHaveValue("");

  await again.user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(field("Name")).toHaveValue(""));
  expect(sessionStorage).toHaveLength(0);
});

it("refreshes the other fields from the server while one is being edited", async () => {
  const { user } = await open(saved);
  await user.type(field("Name"), "Zima");

  act(() => setCurrent({ name: "Leto", tag: "sale", secret: "" }));

  await waitFor(() => expect(field("Tag")).toHaveValue("sale"));
  expect(field("Name")).toHaveValue("Zima");
});

it("no longer promises that trying again is safe once the sent values have been edited", async () => {
  capabilities.announce(["idempotency"]);
  onTestFinished(() => capabilities.announce([]));
  const error = new SafeError({ kind: "unreachable", method: "PUT", path: "settings" });
  const { user } = await open(async () => ({ kind: "unknown", error }));
  await user.type(field("Name"), "Zima");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Failed to save settings.");
  expect(alert).toHaveTextContent(
    "The server did not respond. It may still have gone through. Trying again will not repeat it.",
  );

  await user.type(field("Name"), "s");
  await waitFor(() => expect(screen.getByRole("alert")).not.toHaveTextContent("Trying again"));
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The server did not respond. It may still have gone through.",
  );
});

it("shows a complaint about a union's member, as pydantic names it, at the field", async () => {
  const error = new SafeError({
    kind: "status",
    method: "PUT",
    path: "settings",
    status: 422,
    detail: "tag.str: Too short tag.int: Not a number",
    fields: [
      { field: "tag.str", message: "Too short" },
      { field: "tag.int", message: "Not a number" },
    ],
  });
  const { user } = await open(async () => ({ kind: "rejected", error }));
  await user.type(field("Name"), "Zima");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Too short")).toBeVisible();
  expect(field("Tag")).toHaveFocus();
  expect(screen.queryByText(/Not a number/)).not.toBeInTheDocument();
});
