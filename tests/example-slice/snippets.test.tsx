import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, onTestFinished } from "vitest";
import { SectionIndex } from "@/app/pages/config/section-index";
import { createQueryClient } from "@/app/query-client";
import { capabilities } from "@/shared/api/capabilities";
import { intents } from "@/shared/query/double-submit-guard";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { Toaster } from "@/shared/ui/toast/toaster";
import { productApi, productHandlers } from "../../server/http/api";
import { call } from "../support/call";
import { findToast, jsonAnswer } from "../support/render-app";
import { startServer } from "../support/server";
import { putOnWire } from "../support/wire";
import { Snippets, snippetsApi } from ".";
import { snippetsSlice } from "./server/handlers";

const winter = { name: "Zima", text: "Besplatna dostava do praznika." };
const path = "/api/v1/admin/snippets/";
/** The link that Configuration would have, in `pools`. */
const sections = [{ id: "snippets", label: "Snippets", call: snippetsApi.list }];

/** Open from the start. In Configuration, `useFold` says what is open. */
function OpenSnippets() {
  const [isOpen, setOpen] = useState(true);
  return <Snippets fold={{ isOpen, onToggle: () => setOpen(!isOpen) }} />;
}

/** The product's server with the slice and its table: a slice of the product needs none of this. */
async function startSnippetServer(stored: readonly (typeof winter)[]) {
  const server = await startServer({
    serve: {
      api: { ...productApi, snippets: snippetsSlice.endpoints },
      handlers: { ...productHandlers, snippets: snippetsSlice.handlers },
    },
  });
  await server.database.query("drop table if exists snippets");
  await server.database.query(
    "create table snippets (id int generated always as identity primary key, name text not null, text text not null)",
  );
  for (const body of stored) await call(server, snippetsApi.add, { body });
  return server;
}

/**
 * Shows the slice alone. A test of the product's own slices opens the console instead:
 * `renderApp("/dashboard/config#snippets", { server })`, where `server` may be
 * `await answering([saying("/healthz", { status: "ok" })])` for a backend that lacks its calls.
 */
async function open(stored: readonly (typeof winter)[] = [], isBroken = () => false) {
  const server = await startSnippetServer(stored);
  const wire = putOnWire(server);
  wire.answer(
    (line) => line === `GET ${path}`,
    () => (isBroken() ? jsonAnswer(500, { detail: "No database." }) : undefined),
  );
  session.signIn(server.token);
  capabilities.announce(["snippets"]);
  const queryClient = createQueryClient({ onSessionOver: () => {} });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <SectionIndex sections={sections} />
          <OpenSnippets />
          <Toaster placement="bottom-right" duration={3000} />
        </>
      ),
    }),
    history: createMemoryHistory(),
  });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    view.unmount();
    queryClient.clear();
    intents.forgetAll();
    toasts.clear();
    capabilities.announce([]);
  });
  const region = within(await screen.findByRole("region", { name: "Snippets" }));
  const form = within(region.getByRole("form", { name: "Snippet" }));
  const user = userEvent.setup();
  return {
    user,
    wire,
    region,
    form,
    field: (name: string) => form.getByRole("textbox", { name }),
    create: () => user.click(form.getByRole("button", { name: "Create Snippet" })),
    inDatabase: () => call(server, snippetsApi.list, {}),
  };
}

describe("The snippets", () => {
  it("say that there are none yet", async () => {
    const { region } = await open();
    expect(await region.findByText("There are no snippets yet.")).toBeVisible();
  });

  it("say that they could not be loaded, and load on 'Try again'", async () => {
    let isBroken = true;
    const { user, region } = await open([winter], () => isBroken);
    const alert = await region.findByRole("alert", {}, { timeout: 60_000 });
    expect(alert).toHaveTextContent("Failed to fetch snippets.No database.");
    isBroken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await region.findByRole("cell", { name: "Zima" })).toBeVisible();
  });

  it("are reached from the page's sections, and fold to one line", async () => {
    const { user, region } = await open([winter]);
    await user.click(screen.getByRole("link", { name: "Snippets" }));
    const fold = region.getByRole("button", { name: "Snippets" });
    expect(fold).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(await region.findByText("1 snippet")).toBeVisible();
  });

  it("are neither shown nor linked by a backend that does not offer them", async () => {
    await open();
    capabilities.announce([]);
    expect(await screen.findByRole("region", { name: /Notifications/ })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Snippets" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Snippets" })).toBeNull();
  });
});

describe("Adding a snippet", () => {
  it("stores it, shows it and empties the form", async () => {
    const { user, region, field, create, inDatabase } = await open();
    await user.type(field("Name"), winter.name);
    await user.type(field("Text"), winter.text);
    await create();
    expect(await findToast("Snippet created.")).toBeVisible();
    expect(await region.findByRole("cell", { name: "Zima" })).toBeVisible();
    expect(field("Name")).toHaveValue("");
    expect(await inDatabase()).toEqual([expect.objectContaining(winter)]);
  });

  it("asks for what is required, and sends nothing without it", async () => {
    const { form, create, wire } = await open();
    await create();
    expect(await form.findByText("Name is required.")).toBeVisible();
    expect(form.getByText("Text is required.")).toBeVisible();
    expect(wire.sent).not.toContain(`POST ${path}`);
  });

  it("keeps what was typed when the server refuses it", async () => {
    const { user, form, field, create, wire } = await open();
    wire.answer(
      (line) => line === `POST ${path}`,
      () => jsonAnswer(409, { detail: "There is a snippet of this name." }),
    );
    await user.type(field("Name"), winter.name);
    await user.type(field("Text"), winter.text);
    await create();
    expect(await form.findByText(/There is a snippet of this name\./)).toBeVisible();
    expect(field("Text")).toHaveValue(winter.text);
  });
});

describe("Deleting a snippet", () => {
  it("asks first, then removes it", async () => {
    const { user, region, inDatabase } = await open([winter]);
    await user.click(await region.findByRole("button", { name: "Delete Zima" }));
    const question = within(
      await screen.findByRole("alertdialog", {
        name: "Are you sure you want to delete this snippet?",
      }),
    );
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await findToast("Snippet deleted.")).toBeVisible();
    expect(await region.findByText("There are no snippets yet.")).toBeVisible();
    expect(await inDatabase()).toEqual([]);
  });
});
