import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { call } from "../../support/call";
import { answering, findToast, jsonAnswer, renderApp } from "../../support/render-app";
import { newsletter, openSubscribers } from "./support";

const milica = { email: "milica@primer.example.com", name: "Milica Đorđević" };
const vuk = { email: "vuk@primer.example.com", name: null };

/** Opens the newsletter of a group whose list of subscribers is answered like this. */
async function openAnswered(says: () => Response | undefined) {
  const server = await answering([{ to: "/newsletter/subscribers/", says }]);
  await call(server, groupsApi.create, { body: { name: "Zimska" } });
  const app = await renderApp(newsletter, { server });
  return { ...app, region: within(await screen.findByRole("region", { name: "Subscribers" })) };
}

const writes = (sent: readonly string[]) => sent.filter((line) => /^(POST|PUT|DELETE)/.test(line));

describe("The subscribers of a newsletter", () => {
  it("shows what to do while there are none", async () => {
    const { region } = await openSubscribers();
    expect(region.getByText("No subscribers yet")).toBeVisible();
    expect(region.queryByRole("button", { name: "Export CSV" })).toBeNull();
    expect(region.queryByRole("searchbox")).toBeNull();
  });

  it("shows the newest first, their number, and missing names", async () => {
    const { region, rows } = await openSubscribers([milica, vuk]);
    expect(rows()).toEqual(["Remove vuk@primer.example.com", "Remove milica@primer.example.com"]);
    const [first] = region.getAllByRole("listitem");
    expect(first).toHaveAttribute("aria-setsize", "2");
    expect(first).toHaveAttribute("aria-posinset", "1");
    expect(first).toHaveTextContent("No name");
    expect(first).toHaveTextContent("Active");
  });

  it("reports all 50,000 to a screen reader, and renders those in view", async () => {
    const many = Array.from({ length: 50_000 }, (_, n) => ({
      id: n + 1,
      email: `e${n}@x.example`,
    }));
    const { region } = await openAnswered(() => jsonAnswer(200, many));
    const rows = await region.findAllByRole("listitem");
    expect(region.getByText("50,000")).toBeVisible();
    expect(rows[0]).toHaveAttribute("aria-setsize", "50000");
    expect(rows.length).toBeLessThan(40);
  });

  it("counts the records that cannot be read, and shows the others", async () => {
    const unreadable = { email: "ana@example.com" };
    const { region } = await openAnswered(() =>
      jsonAnswer(200, [{ ...milica, id: 1 }, unreadable]),
    );
    expect(await region.findByText("1 record could not be read.")).toBeVisible();
    expect(region.getByText(milica.email)).toBeVisible();
  });

  it("invites nobody to add the first one if none can be read", async () => {
    const { region } = await openAnswered(() => jsonAnswer(200, [{ email: "ana@example.com" }]));
    expect(await region.findByText("1 record could not be read.")).toBeVisible();
    expect(region.queryByText("No subscribers yet")).not.toBeInTheDocument();
  });

  it("reports that they could not be loaded, and tries again", async () => {
    let broken = true;
    const { user, region } = await openAnswered(() =>
      broken ? jsonAnswer(500, { detail: "No database." }) : undefined,
    );
    const alert = await region.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to load newsletter data.No database.");
    broken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await region.findByText("No subscribers yet")).toBeVisible();
  });

  it("is one tab stop, and the arrow keys move within it", async () => {
    const { user, region } = await openSubscribers([milica, vuk]);
    const button = (email: string) => region.getByRole("button", { name: `Remove ${email}` });
    await user.click(region.getByRole("button", { name: "Export CSV" }));
    await user.tab();
    expect(button(vuk.email)).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(button(milica.email)).toHaveFocus();
    await user.keyboard("{ArrowDown}{Home}");
    expect(button(vuk.email)).toHaveFocus();
    await user.keyboard("{End}");
    await user.tab();
    expect(region.getByRole("textbox", { name: "Email" })).toHaveFocus();
  });
});

describe("Searching the list", () => {
  it("finds by name and address, shows the number of matches, and clears", async () => {
    const { user, region, rows } = await openSubscribers([milica, vuk]);
    await user.type(region.getByRole("searchbox", { name: "Search subscribers" }), "djordj");
    await waitFor(() => expect(rows()).toEqual([`Remove ${milica.email}`]));
    expect(region.getByText("1 of 2")).toBeVisible();
    await user.type(region.getByRole("searchbox"), "xy");
    expect(await region.findByText('No subscriber matches "djordjxy"')).toBeVisible();
    await user.click(region.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });
});

describe("Adding a subscriber", () => {
  it("adds it at the top of the list, and is ready for the next", async () => {
    const { user, form, region, rows, stored, wire } = await openSubscribers([milica]);
    await user.type(form.getByRole("textbox", { name: "Email" }), " vuk@primer.example.com");
    await user.type(form.getByRole("textbox", { name: "Name" }), "Vuk");
    const before = wire.sent.length;
    await user.click(form.getByRole("button", { name: "Add subscriber" }));
    expect(await findToast("Subscriber added.")).toBeVisible();
    await waitFor(() => expect(rows()[0]).toBe("Remove vuk@primer.example.com"));
    expect(form.getByRole("textbox", { name: "Email" })).toHaveValue("");
    await waitFor(() => expect(form.getByRole("textbox", { name: "Email" })).toHaveFocus());
    expect(await stored()).toMatchObject([
      milica,
      { email: "vuk@primer.example.com", name: "Vuk" },
    ]);
    // The list is updated from the answer: 50,000 are not loaded again for one.
    expect(wire.sent.slice(before).filter((line) => line.startsWith("GET"))).toEqual([]);
    expect(region.getByText("2")).toBeVisible();
  });

  it("requires an address, and a valid one", async () => {
    const { user, form, wire } = await openSubscribers();
    await user.click(form.getByRole("button", { name: "Add subscriber" }));
    expect(await form.findByText("Email is required.")).toBeVisible();
    await user.type(form.getByRole("textbox", { name: "Email" }), "milica@");
    expect(await form.findByText(/^Email must be an email address/)).toBeVisible();
    expect(writes(wire.sent)).toEqual([]);
  });

  it("takes an address at a domain in other letters", async () => {
    const { user, form, stored } = await openSubscribers();
    await user.type(form.getByRole("textbox", { name: "Email" }), "ana@пример.срб");
    await user.click(form.getByRole("button", { name: "Add subscriber" }));
    expect(await findToast("Subscriber added.")).toBeVisible();
    expect(await stored()).toMatchObject([{ email: "ana@xn--e1afmkfd.xn--90a3ac" }]);
  });

  it("knows the same domain in Latin letters, as which it is stored", async () => {
    const { user, form } = await openSubscribers([{ ...milica, email: "ana@пример.срб" }]);
    await user.type(form.getByRole("textbox", { name: "Email" }), "ana@xn--e1afmkfd.xn--90a3ac");
    await user.click(form.getByRole("button", { name: "Add subscriber" }));
    expect(await form.findByRole("alert")).toHaveTextContent("This address is already subscribed.");
  });

  it("reports that an address is already on the list, and keeps the typed text", async () => {
    const { user, form, stored } = await openSubscribers([milica]);
    await user.type(form.getByRole("textbox", { name: "Email" }), milica.email.toUpperCase());
    await user.click(form.getByRole("button", { name: "Add subscriber" }));
    expect(await form.findByRole("alert")).toHaveTextContent("This address is already subscribed.");
    expect(form.getByRole("textbox", { name: "Email" })).toHaveValue(milica.email.toUpperCase());
    expect(await stored()).toHaveLength(1);
  });

  it("reports the failure even if the server gives no reason", async () => {
    const { user, form, wire } = await openSubscribers();
    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(403, {}),
    );
    await user.type(form.getByRole("textbox", { name: "Email" }), milica.email);
    await user.click(form.getByRole("button", { name: "Add subscriber" }));
    expect(await form.findByRole("alert")).toHaveTextContent("Failed to add subscriber.");
  });
});

describe("Removing a subscriber", () => {
  it("asks, naming the address, and moves the focus to the next", async () => {
    const { user, region, rows, stored } = await openSubscribers([milica, vuk]);
    await user.click(region.getByRole("button", { name: `Remove ${vuk.email}` }));
    const question = within(
      await screen.findByRole("alertdialog", { name: `Remove ${vuk.email}?` }),
    );
    await user.click(question.getByRole("button", { name: "Remove" }));
    expect(await findToast("Subscriber removed.")).toBeVisible();
    expect(rows()).toEqual([`Remove ${milica.email}`]);
    expect(await stored()).toMatchObject([milica]);
    await waitFor(() =>
      expect(region.getByRole("button", { name: `Remove ${milica.email}` })).toHaveFocus(),
    );
  });

  it("reports an unknown outcome, also for the last subscriber, whom the list has lost", async () => {
    const { user, region, wire, server } = await openSubscribers([vuk]);
    wire.answer(
      (line) => line.startsWith("DELETE"),
      async (request) => {
        await server.fetch(request);
        return jsonAnswer(504, { detail: "The gateway got no answer." });
      },
    );
    await user.click(region.getByRole("button", { name: `Remove ${vuk.email}` }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Remove" }));
    expect(await region.findByText("No subscribers yet")).toBeVisible();
    expect(await findToast(/^Failed to remove subscriber/)).toBeVisible();
    expect(await findToast(/It may still have gone through/)).toBeVisible();
  });

  it("removes nobody when it is cancelled", async () => {
    const { user, region, wire } = await openSubscribers([milica]);
    const button = region.getByRole("button", { name: `Remove ${milica.email}` });
    await user.click(button);
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(writes(wire.sent)).toEqual([]);
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("keeps the question open when it fails, and refreshes the list", async () => {
    const { user, region, wire, rows, server, stored } = await openSubscribers([milica, vuk]);
    const [first] = await stored();
    await user.click(region.getByRole("button", { name: `Remove ${milica.email}` }));
    await call(server, newsletterApi.removeSubscriber, { params: { id: first?.id ?? 0 } });
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Remove" }));
    expect(await question.findByRole("alert")).toHaveTextContent("Failed to remove subscriber.");
    expect(question.getByRole("alert")).toHaveTextContent(/subscriber/);
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(rows()).toEqual([`Remove ${vuk.email}`]));
    expect(writes(wire.sent)).toHaveLength(1);
  });
});
