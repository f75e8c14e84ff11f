import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { subscribers } from "../../../server/db/schema";
import { call } from "../../support/call";
import { holdTime, pass, press, until } from "../../support/held-time";
import { jsonAnswer, waitAnswer } from "../../support/render-app";
import { openSubscribers, withWorkers } from "./support";

const milica = { email: "milica@primer.example.com", name: "Milica Đorđević" };

const mixed = [
  "Email;Ime",
  "ana@primer.example.com;Ana Čolić",
  "nije adresa;Neko",
  "MILICA@primer.example.com;Milica",
  "ana@primer.example.com;Ana",
  "vuk@primer.example.com;",
].join("\r\n");

const csv = (content: BlobPart) => new File([content], "lista.csv", { type: "text/csv" });

/** Opens the import dialog and chooses a file. */
async function openImport(
  content: BlobPart,
  added: Parameters<typeof openSubscribers>[0] = [milica],
) {
  withWorkers();
  const app = await openSubscribers(added);
  await app.user.click(app.region.getByRole("button", { name: "Import CSV" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import subscribers" }));
  await app.user.upload(dialog.getByLabelText("CSV file"), csv(content));
  const start = async (count: number) =>
    app.user.click(
      await dialog.findByRole("button", { name: new RegExp(`^Import ${count} subscriber`) }),
    );
  const progress = async () => within(await app.region.findByRole("group", { name: "Import" }));
  return { ...app, dialog, start, progress };
}

/** The files that the console saves from now on: jsdom has no URLs for them. */
function savedFiles() {
  const saved: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => {
        saved.push(blob);
        return "blob:x";
      },
      revokeObjectURL: () => {},
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return saved;
}

const posts = (sent: readonly string[]) => sent.filter((line) => line.startsWith("POST"));
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => `e${n}@primer.example.com`).join("\n");

/**
 * Starts an import of 30 rows while time stands still. The server takes ten of them; it refuses the
 * next ones, all three that are under way, on `refuse`, until it is told to take more.
 */
async function startLimited() {
  const app = await openImport(many(30), []);
  const { dialog, region, wire } = app;
  let left = 10;
  const limited: (() => void)[] = [];
  const begin = await dialog.findByRole("button", { name: "Import 30 subscribers" });
  wire.answer(
    (line) => line.startsWith("POST"),
    async () => {
      left -= 1;
      if (left >= 0) return undefined;
      await new Promise<void>((resolve) => limited.push(resolve));
      return waitAnswer(429, 20);
    },
  );
  holdTime();
  await press(begin);
  const result = within(await until(() => region.getByRole("group", { name: "Import" })));
  return {
    ...app,
    result,
    take: (count: number) => {
      left = count;
    },
    refuse: async () => {
      await until(() => expect(limited).toHaveLength(3));
      for (const resolve of limited.splice(0)) resolve();
      await until(() => result.getByRole("timer"));
    },
  };
}

describe("Checking a file before it is imported", () => {
  it("shows its limits while no file is chosen", async () => {
    const { user, region } = await openSubscribers();
    await user.click(region.getByRole("button", { name: "Import CSV" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import subscribers" }));
    expect(dialog.getByText(/At most 10 MB and 50,000 rows/)).toBeVisible();
    expect(dialog.queryByRole("button", { name: /^Import \d/ })).toBeNull();
  });

  it("distinguishes good rows from bad, repeated and known ones, and sends nothing yet", async () => {
    const { dialog, wire } = await openImport(mixed);
    expect(await dialog.findByText(/^2 of 5 rows can be imported. Read as UTF-8/)).toBeVisible();
    const left = dialog.getByRole("list", { name: "Skipped rows" });
    expect(
      within(left)
        .getAllByRole("listitem")
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringContaining("Line 3nije adresaEmail must be an email address"),
      "Line 4MILICA@primer.example.comAlready subscribed.",
      "Line 5ana@primer.example.comDuplicate of line 2.",
    ]);
    expect(dialog.getByRole("button", { name: "Import 2 subscribers" })).toBeVisible();
    expect(posts(wire.sent)).toEqual([]);
  });

  it("accepts a dropped file after a refused one, and keeps the page if it is dropped elsewhere", async () => {
    const { dialog } = await openImport("PK\u0003\u0004", []);
    expect(await dialog.findByRole("alert")).toHaveTextContent(/workbook/);
    expect(dialog.queryByRole("button", { name: /^Import \d/ })).toBeNull();
    // Prevented: otherwise the browser would replace the console with the file.
    expect(fireEvent.drop(document.body)).toBe(false);
    const place = dialog.getByText("Choose another file").closest("label") ?? document.body;
    fireEvent.drop(place, { dataTransfer: { files: [csv("ana@x.example")] } });
    expect(await dialog.findByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
  });

  it("asks what a word of a consent column means, and leaves its rows out until then", async () => {
    const { user, dialog } = await openImport(
      "email,status\na@x.example,enabled\nb@x.example,blocklisted\nc@x.example,pending\n",
      [],
    );
    expect(await dialog.findByText(/Consent is read from "status"/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
    expect(dialog.getByText('No consent: "blocklisted" in "status".')).toBeVisible();
    const question = dialog.getByRole("combobox", { name: 'What does "pending" mean?' });
    expect(question).toHaveDisplayValue("Not answered: skipped");
    expect(question).toHaveAccessibleDescription('1 row, column "status"');
    await user.selectOptions(question, "Import");
    expect(await dialog.findByRole("button", { name: "Import 2 subscribers" })).toBeVisible();
    await user.selectOptions(
      dialog.getByRole("combobox", { name: 'What does "pending" mean?' }),
      "Skip",
    );
    expect(await dialog.findByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
    expect(dialog.getByText('No consent: "pending" in "status".')).toBeVisible();
  });

  it("asks about the unclear values of a column at once, or about each", async () => {
    const { user, dialog } = await openImport(
      "email,status\na@x.example,active\nb@x.example,pending\nc@x.example,moderated\nd@x.example,bounced\n",
      [],
    );
    expect(await dialog.findByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
    const whole = dialog.getByRole("combobox", {
      name: 'What do the unclear values of "status" mean?',
    });
    expect(whole).toHaveDisplayValue("Ask for each");
    expect(whole).toHaveAccessibleDescription("2 values, 2 rows");
    // By keyboard alone: Shift+Tab leads from a value to its column.
    dialog.getByRole("combobox", { name: 'What does "pending" mean?' }).focus();
    await user.tab({ shift: true });
    expect(whole).toHaveFocus();
    await user.selectOptions(whole, "Import");
    expect(await dialog.findByRole("button", { name: "Import 3 subscribers" })).toBeVisible();
    const pending = dialog.getByRole("combobox", { name: 'What does "pending" mean?' });
    expect(pending).toHaveDisplayValue("Same as the column: imported");
    await user.selectOptions(pending, "Skip");
    expect(await dialog.findByRole("button", { name: "Import 2 subscribers" })).toBeVisible();
    await user.selectOptions(
      dialog.getByRole("combobox", { name: 'What do the unclear values of "status" mean?' }),
      "Ask for each",
    );
    expect(await dialog.findByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
  });

  it.each([
    ["no column speaks of consent", "email", "a@x.example", /^No consent column found/],
    [
      "the only columns that speak of consent tell refusals",
      "email,active_subscription,email_disabled",
      "a@x.example,false,false",
      'Only refusals are read, from "email_disabled". All other rows count as subscribers.',
    ],
    [
      "it does not read a column of yes and no",
      "email,status,VIP",
      "a@x.example,active,no",
      'Not read as consent: "VIP". Check that no "no" there is about email.',
    ],
  ])("says that %s", async (_, head, row, text) => {
    const { dialog } = await openImport(`${head}\n${row}\n`, []);
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
  });

  it("says that nothing can be imported before an unclear value is answered", async () => {
    const { user, dialog } = await openImport("email,Newsletter (yes/no)\na@x.example,yes\n", []);
    const hint = "Nothing to import yet: say below what the unclear values mean.";
    expect(await dialog.findByText(hint)).toBeVisible();
    await user.selectOptions(
      dialog.getByRole("combobox", { name: 'What does "yes" mean?' }),
      "Import",
    );
    expect(await dialog.findByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
    expect(dialog.queryByText(hint)).toBeNull();
  });

  it("joins the two columns that the operator chooses to a name", async () => {
    const { user, dialog, start, progress, stored } = await openImport(
      "email,x,y\nana@x.example,Čolić,Ana\n",
      [],
    );
    const name = await dialog.findByRole("combobox", { name: "Name column" });
    expect(name).toHaveDisplayValue("None");
    expect(dialog.queryByRole("combobox", { name: "Joined with" })).toBeNull();
    await user.selectOptions(name, "y");
    const second = await dialog.findByRole("combobox", { name: "Joined with" });
    expect(within(second).queryByRole("option", { name: "y" })).toBeNull();
    await user.selectOptions(second, "x");
    await waitFor(() =>
      expect(dialog.getByRole("combobox", { name: "Joined with" })).toHaveDisplayValue("x"),
    );
    await start(1);
    await (await progress()).findByText("1 added.");
    expect(await stored()).toMatchObject([{ email: "ana@x.example", name: "Ana Čolić" }]);
  });

  it("shows both columns of a name that it guessed", async () => {
    const { dialog } = await openImport("Презиме,Име,Email\nЧолић,Ана,a@x.example\n", []);
    expect(await dialog.findByRole("combobox", { name: "Name column" })).toHaveDisplayValue("Име");
    expect(dialog.getByRole("combobox", { name: "Joined with" })).toHaveDisplayValue("Презиме");
  });

  it("shows the first rows as read, and reads them in another encoding on request", async () => {
    const { user, dialog } = await openImport("email,name\na@x.example,Žika\n", []);
    const rows = within(await dialog.findByRole("table", { name: "First rows" }));
    expect(rows.getByRole("cell", { name: "Žika" })).toBeVisible();
    const encoding = dialog.getByRole("combobox", { name: "Encoding" });
    expect(encoding).toHaveDisplayValue("UTF-8");
    await user.selectOptions(encoding, "Windows-1252 (Western European)");
    expect(await rows.findByRole("cell", { name: "Å½ika" })).toBeVisible();
  });

  it("shows which columns it uses, and uses others on request", async () => {
    const { user, dialog } = await openImport("posao,privatno\na@x.example,b@x.example\n", []);
    const email = await dialog.findByRole("combobox", { name: "Email column" });
    expect(email).toHaveDisplayValue("posao");
    await user.selectOptions(email, "privatno");
    expect(await dialog.findByRole("button", { name: "Import 1 subscriber" })).toBeVisible();
    expect(dialog.getByRole("combobox", { name: "Email column" })).toHaveDisplayValue("privatno");
    await user.click(dialog.getByRole("checkbox", { name: /^First row/ }));
    expect(await dialog.findByText(/^1 of 2 rows/)).toBeVisible();
  });

  it("refuses a file that is too large without reading it", async () => {
    const { user, dialog } = await openImport(mixed);
    const large = csv("x");
    Object.defineProperty(large, "size", { value: 10_000_001 });
    await user.upload(dialog.getByLabelText("CSV file"), large);
    expect(await dialog.findByRole("alert")).toHaveTextContent(/larger than 10 MB/);
  });
});

describe("Importing a file", () => {
  it("adds the good rows, reports the result of all, and updates the list", async () => {
    const { user, start, progress, stored, rows, wire } = await openImport(mixed);
    await start(2);
    const result = await progress();
    expect(await result.findByText("2 added, 3 skipped.")).toBeVisible();
    // Several rows are sent at a time, so either of them may be stored first.
    const added = (await stored()).map(({ email, name }) => ({ email, name }));
    expect(added.toSorted((one, other) => one.email.localeCompare(other.email))).toEqual([
      { email: "ana@primer.example.com", name: "Ana Čolić" },
      milica,
      { email: "vuk@primer.example.com", name: null },
    ]);
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(posts(wire.sent)).toHaveLength(2);
    await user.click(result.getByRole("button", { name: "Show report" }));
    const report = within(await screen.findByRole("dialog", { name: "Import report" }));
    await user.click(report.getByRole("checkbox", { name: "Show all rows" }));
    const all = within(report.getByRole("list", { name: "All rows" }));
    expect(all.getAllByRole("listitem")).toHaveLength(5);
    expect(all.getAllByText("Added.")).toHaveLength(2);
  });

  it("sends three at a time, stops on 'Stop', and imports the rest on request", async () => {
    const { user, start, progress, wire, stored } = await openImport(many(8), []);
    const open: (() => void)[] = [];
    let isHeld = true;
    wire.answer(
      (line) => line.startsWith("POST"),
      async () => {
        if (isHeld) await new Promise<void>((resolve) => open.push(resolve));
        return undefined as never;
      },
    );
    await start(8);
    const result = await progress();
    await waitFor(() => expect(open).toHaveLength(3));
    expect(result.getByText("Importing 0 of 8")).toBeVisible();
    expect(result.getByRole("progressbar")).toHaveAttribute("aria-valuemax", "8");
    await user.click(result.getByRole("button", { name: "Stop" }));
    isHeld = false;
    for (const go of open) go();
    expect(await result.findByText("3 added, 5 not sent.")).toBeVisible();
    expect(await stored()).toHaveLength(3);
    await user.click(result.getByRole("button", { name: "Import the rest" }));
    expect(await result.findByText("8 added.")).toBeVisible();
    expect(await stored()).toHaveLength(8);
  });

  it("waits as the server asks in the middle, goes on, and adds each row once", async () => {
    const { wire, result, stored, take, refuse } = await startLimited();
    await refuse();
    expect(result.getByText("Importing 10 of 30")).toBeVisible();
    expect(result.getByText("Server busy.")).toBeVisible();
    expect(result.getByRole("timer")).toHaveTextContent("Continues in 20 s.");
    const sent = posts(wire.sent).length;
    take(10);
    await pass(15_000);
    expect(posts(wire.sent)).toHaveLength(sent);
    expect(result.getByRole("timer")).toHaveTextContent(/^Continues in [4-6] s\.$/);
    await pass(5_000);
    await refuse();
    expect(result.getByText("Importing 20 of 30")).toBeVisible();
    take(10);
    await pass(20_000);
    expect(await until(() => result.getByText("30 added."))).toBeVisible();
    expect(result.queryByRole("timer")).toBeNull();
    expect(await stored()).toHaveLength(30);
  });

  it("stops on 'Stop' while it waits, and imports the rest later", async () => {
    const { wire, result, stored, take, refuse } = await startLimited();
    await refuse();
    await press(result.getByRole("button", { name: "Stop" }));
    expect(await until(() => result.getByText("10 added, 20 not sent."))).toBeVisible();
    expect(result.queryByRole("timer")).toBeNull();
    const sent = posts(wire.sent).length;
    await pass(60_000);
    expect(posts(wire.sent)).toHaveLength(sent);
    take(20);
    await press(result.getByRole("button", { name: "Import the rest" }));
    expect(await until(() => result.getByText("30 added."))).toBeVisible();
    expect(await stored()).toHaveLength(30);
  });

  it("retries unclear rows under the same key, so that nothing is done twice", async () => {
    const { user, start, progress, wire, server, stored } = await openImport(many(3), []);
    const keys: (string | null)[] = [];
    let isBroken = true;
    wire.answer(
      (line) => line.startsWith("POST"),
      async (request) => {
        const { email } = (await request.clone().json()) as { email: string };
        if (!email.startsWith("e1@")) return undefined as never;
        keys.push(request.headers.get("idempotency-key"));
        if (!isBroken) return undefined as never;
        // The row was added, but its answer is lost.
        await server.fetch(request);
        return jsonAnswer(502, { detail: "Bad gateway." });
      },
    );
    await start(3);
    const result = await progress();
    expect(await result.findByText("2 added, 1 unclear.")).toBeVisible();
    await user.click(result.getByRole("button", { name: "Show report" }));
    const report = within(await screen.findByRole("dialog", { name: "Import report" }));
    expect(
      within(report.getByRole("list", { name: "Rows that may not have been added" })).getByRole(
        "listitem",
      ),
    ).toHaveTextContent("Unclear: Bad gateway. It may still have gone through.");
    await user.keyboard("{Escape}");
    isBroken = false;
    await user.click(result.getByRole("button", { name: "Retry the unclear" }));
    expect(await result.findByText("3 added.")).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(await stored()).toHaveLength(3);
  });

  it("reports a row that was not permitted as failed, and retries it", async () => {
    const { user, start, progress, wire, stored } = await openImport(many(2), []);
    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(403, { detail: "Not for you." }),
      { once: true },
    );
    await start(2);
    const result = await progress();
    expect(await result.findByText("1 added, 1 failed.")).toBeVisible();
    await user.click(result.getByRole("button", { name: "Retry the failed" }));
    expect(await result.findByText("2 added.")).toBeVisible();
    expect(await stored()).toHaveLength(2);
  });

  it("does not offer to retry rows that the server refused", async () => {
    const { start, progress, wire } = await openImport(many(2), []);
    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(409, { detail: "This address is already subscribed." }),
    );
    await start(2);
    const result = await progress();
    expect(await result.findByText("0 added, 2 refused.")).toBeVisible();
    expect(result.queryByRole("button", { name: "Retry the failed" })).toBeNull();
  });

  it("asks before it is left while it runs", async () => {
    const { user, start, progress, wire, router } = await openImport(many(4), []);
    let answer = () => {};
    const held = new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined);
    });
    wire.answer(
      (line) => line.startsWith("POST"),
      () => held,
    );
    onTestFinished(answer);
    await start(4);
    await progress();
    await user.click(screen.getByRole("link", { name: "Publishing" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Leave during the import?" }),
    );
    await user.click(question.getByRole("button", { name: "Stay" }));
    expect(router.state.location.pathname).toBe("/dashboard/config");
  });

  it("downloads the report as a file", async () => {
    const { user, start, progress } = await openImport(mixed);
    await start(2);
    await user.click((await progress()).getByRole("button", { name: "Show report" }));
    const report = within(await screen.findByRole("dialog", { name: "Import report" }));
    const saved = savedFiles();
    await user.click(report.getByRole("button", { name: "Download report" }));
    expect(await saved[0]?.text()).toContain("Line,Email,Name,Result,Reason\r\n2,ana@");
  });
});

describe("Our own export", () => {
  const people = [
    { email: "milica@primer.example.com", name: 'Đorđević; Milica, zvana "Mica"' },
    { email: "+vesti@primer.example.com", name: "=1,5+0.012" },
    { email: "2026-11-21@primer.example.com", name: "21.11.2026." },
    { email: "petar@primer.example.com", name: "Bakić; Petar" },
    { email: "vuk@primer.example.com", name: null },
  ];
  const gone = { email: "ana@primer.example.com", name: "Ana" };

  it.each([
    ["sr-RS", 'milica@primer.example.com;"Đorđević; Milica, zvana ""Mica""";Active'],
    ["en-US", 'milica@primer.example.com,"Đorđević; Milica, zvana ""Mica""",Active'],
  ])("for spreadsheets of %s brings the same people back when it is imported", async (...given) => {
    const [language, line] = given;
    vi.spyOn(navigator, "language", "get").mockReturnValue(language);
    onTestFinished(() => void vi.restoreAllMocks());
    withWorkers();
    const { user, region, router, server, stored } = await openSubscribers(
      [...people, gone],
      ({ database }) =>
        database.db
          .update(subscribers)
          .set({ is_active: false })
          .where(eq(subscribers.email, gone.email)),
    );
    const saved = savedFiles();
    await user.click(region.getByRole("button", { name: "Export CSV" }));
    const [file] = saved;
    if (!file) throw new Error("No file was saved.");
    expect((await file.text()).split("\r\n")).toContain(line);

    for (const { id } of await stored()) {
      await call(server, newsletterApi.removeSubscriber, { params: { id } });
    }
    await router.options.context.queryClient.invalidateQueries();
    expect(await region.findByText("No subscribers yet")).toBeVisible();

    await user.click(region.getByRole("button", { name: "Import CSV" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import subscribers" }));
    await user.upload(dialog.getByLabelText("CSV file"), csv(file));
    // Nobody who has unsubscribed gets mail again.
    const left = within(await dialog.findByRole("list", { name: "Skipped rows" }));
    expect(left.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      `Line 7${gone.email}No consent: "Inactive" in "Status".`,
    ]);
    await user.click(dialog.getByRole("button", { name: "Import 5 subscribers" }));
    const progress = within(await region.findByRole("group", { name: "Import" }));
    expect(await progress.findByText("5 added, 1 skipped.")).toBeVisible();
    const byAddress = (one: { email: string }, other: { email: string }) =>
      one.email < other.email ? -1 : 1;
    const back = (await stored()).map(({ email, name, is_active }) => ({ email, name, is_active }));
    expect(back.toSorted(byAddress)).toEqual(
      people.map((one) => ({ ...one, is_active: true })).toSorted(byAddress),
    );
  });
});
