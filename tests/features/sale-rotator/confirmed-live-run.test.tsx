import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { intents } from "@/shared/query/double-submit-guard";
import { toasts } from "@/shared/toast/toast";
import { deferred } from "../../support/deferred";
import { findIn, noDialog } from "../../support/find-in";
import { holdTime, pass, press, until } from "../../support/held-time";
import { answering, findToast, jsonAnswer } from "../../support/render-app";
import { openRotator, rotatingServer, runs, serverWithVariants, stock } from "./support";

const isStep = (line: string) => line.includes("/trigger-step/");
const isStop = (line: string) => line.includes("/sale-rotator/stop/");

async function openRun(options: Parameters<typeof openRotator>[0] = {}) {
  const opened = await openRotator(options);
  const { user, press } = opened;
  await press("Confirmed Live Run");
  const dialog = await findIn("dialog", "Confirmed Live Run");
  const click = async (name: string) => user.click(await dialog.findByRole("button", { name }));
  const proceed = async (done: number, total = 3) => {
    await click("Proceed");
    await dialog.findByText(`${done} of ${total} done`);
  };
  return { ...opened, dialog, click, proceed };
}

describe("A confirmed live run", () => {
  it("runs step by step to its end, and shows the result of each", async () => {
    const { dialog, click, proceed, shop } = await openRun();
    expect(dialog.getByText("0 of 3 done")).toBeVisible();
    expect(dialog.getByText("updates remain")).toHaveTextContent("2 updates remain");
    expect(dialog.getByText("removal remains")).toBeVisible();
    expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
    expect(dialog.getByText(/Nothing has changed yet/)).toBeVisible();
    expect([...(await shop()).values()].map(({ changes }) => changes)).toEqual([0, 0, 0]);

    await proceed(1);
    expect(dialog.getByText("Just done")).toBeVisible();
    expect(dialog.getAllByText("Majica 1").length).toBeGreaterThan(0);
    expect(dialog.getByText("− sale")).toBeVisible();
    // The server's summary is shown too, behind the dialog.
    expect(await screen.findByText(/^Majica 1 is off sale/)).toBeInTheDocument();
    await proceed(2);
    expect(dialog.getAllByText("−20%").length).toBeGreaterThan(0);
    await proceed(3);
    expect(await screen.findByText("Confirmed live run finished!")).toBeInTheDocument();
    expect(dialog.getByText("The run is finished.")).toBeVisible();
    const log = dialog.getByRole("list", { name: "Steps that were done" });
    expect(within(log).getAllByRole("listitem")).toHaveLength(3);
    await click("Close");
    await noDialog();
    expect([...(await shop()).values()]).toEqual([
      expect.objectContaining({ price: 1000, changes: 1 }),
      expect.objectContaining({ price: 800, changes: 1 }),
      expect.objectContaining({ price: 1000, changes: 1 }),
    ]);
  });

  it("names the shop, shows what Proceed will do, and counts down what remains", async () => {
    const { dialog, click, proceed } = await openRun();
    expect(await dialog.findByText("zima.myshopify.com")).toBeVisible();
    expect(screen.getByRole("dialog")).toHaveAccessibleDescription(
      /This changes prices in zima\.myshopify\.com\.$/,
    );
    const next = within(await dialog.findByRole("region", { name: "Next step" }));
    const rows = (name: string) =>
      within(dialog.getByRole("list", { name }))
        .queryAllByRole("listitem")
        .map((row) => row.textContent);
    expect(next.getByText("Next: take off sale")).toBeVisible();
    expect(next.getByText("Majica 1")).toBeVisible();
    expect(next.getByText("800").closest("div")).toHaveTextContent("from 800 to 1,000 RSD");
    expect(next.getByText("− sale")).toBeVisible();
    expect(rows("Remaining updates")).toEqual([
      expect.stringContaining("Majica 2"),
      expect.stringContaining("Majica 3"),
    ]);
    expect(rows("Remaining removals")).toEqual([expect.stringContaining("Majica 1")]);

    await proceed(1);
    expect(dialog.getByText("No removals remain.")).toBeVisible();
    const second = within(dialog.getByRole("region", { name: "Next step" }));
    expect(second.getByText("Next: put on sale")).toBeVisible();
    await proceed(2);
    expect(rows("Remaining updates")).toHaveLength(1);
    await proceed(3);
    expect(dialog.queryByRole("region", { name: "Next step" })).toBeNull();
    expect(dialog.queryByRole("list", { name: "Remaining updates" })).toBeNull();
    await click("Close");
  });

  it("shows the prices of each variant before its step and after it", async () => {
    const { dialog, proceed } = await openRun({ given: await serverWithVariants() });
    const prices = [
      "from 1,000 to 800 RSD−20%",
      "from 2,000 to 1,600 RSD−20%",
      "from 2,500 to 2,000 RSD−20%",
    ];
    const pricesIn = (part: Pick<typeof screen, "getAllByRole">) =>
      part.getAllByRole("definition", { hidden: true }).map(({ textContent }) => textContent);
    const range = /^3 variants, from 1,000–2,500 to 800–2,000 RSD−20%$/;
    const next = within(await dialog.findByRole("region", { name: "Next step" }));
    expect(next.getByText(/^3 variants,/)).toHaveTextContent(range);
    expect(pricesIn(next)).toEqual(prices);
    await proceed(1, 1);
    const done = dialog.getByText("Just done").closest('[role="status"]');
    expect(pricesIn(within(done as HTMLElement))).toEqual(prices);
    const log = within(dialog.getByRole("list", { name: "Steps that were done" }));
    expect(log.getByText(/^3 variants,/)).toHaveTextContent(range);
    expect(
      await screen.findByText(
        "Bluza is on sale: 1,000–2,500 → 800–2,000 RSD (3 variants). The rotation is complete.",
        { selector: "p" },
      ),
    ).toBeInTheDocument();
  });

  it("does not guess the next step of a server that does not name it", async () => {
    const { press, user, wire } = await openRotator();
    wire.answer(isStep, () =>
      jsonAnswer(200, {
        is_complete: false,
        remaining_updates: [
          { product_id: 7, product_name: "Majica", original_price: 1000, new_price: 800 },
          null,
        ],
        remaining_removals: [],
      }),
    );
    await press("Confirmed Live Run");
    const dialog = await findIn("dialog", "Confirmed Live Run");
    expect(await dialog.findByRole("list", { name: "Remaining updates" })).toHaveTextContent(
      "Majica",
    );
    expect(
      dialog.getByText("1 remaining step cannot be shown, but will still be done."),
    ).toBeVisible();
    expect(dialog.queryByRole("region", { name: "Next step" })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Stop" }));
  });

  it("sends another server's remaining lists back unchanged, also after a reload", async () => {
    const given = await rotatingServer();
    const lists = [
      // Fields in another order than ours, and steps that are not objects.
      `[{"tags_to_add":["sale"],"new_price":1992.5,"at":{"zone":2,"aisle":1},"product_name":"Majica","product_id":"7"},null]`,
      `["gid://shop/2",{"restored_price":1490,"product_id":3,"product_name":"Šolja"}]`,
    ];
    const answer = `{"remaining_removals":${lists[1]},"summary":"Two left.","is_complete":false,"remaining_updates":${lists[0]}}`;
    const sent: string[] = [];
    const open = async () => {
      const opened = await openRotator({ given });
      opened.wire.answer(isStep, async (request) => {
        sent.push(await request.text());
        return new Response(answer, { headers: { "content-type": "application/json" } });
      });
      return opened;
    };
    const findProceed = async () =>
      (await findIn("dialog", "Confirmed Live Run")).findByRole("button", { name: "Proceed" });
    const before = await open();
    await before.press("Confirmed Live Run");
    await before.user.click(await findProceed());
    await waitFor(() => expect(sent).toHaveLength(2));
    cleanup();
    // A reload forgets the presses: a second one within 500 ms would count as a double click.
    intents.forgetAll();
    const { press, user } = await open();
    await press("Resume");
    await user.click(await findProceed());
    await waitFor(() => expect(sent).toHaveLength(3));
    const back = `{"updates":${lists[0]},"removals":${lists[1]}}`;
    expect(sent).toEqual(["null", back, back]);
  });

  it("reports that there was nothing to do", async () => {
    const { dialog, click } = await openRun({ products: [stock("1", ["other"])] });
    expect(
      await screen.findByText("Confirmed live run finished! No actions were needed."),
    ).toBeInTheDocument();
    expect(dialog.getByText("There was nothing to change.")).toBeVisible();
    await click("Close");
    await noDialog();
  });

  it.each([
    [jsonAnswer(409, { detail: "A live run is under way." }), "A live run is under way."],
    [jsonAnswer(400, {}), "Failed to start confirmed live run."],
  ])("that cannot be started shows why and does not begin: %#", async (answer, text) => {
    const { press, region, button, wire } = await openRotator();
    wire.answer(isStep, () => answer.clone());
    await press("Confirmed Live Run");
    expect(await findToast(text)).toBeVisible();
    expect(await region.findByRole("alert")).toHaveTextContent(text);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(await button("Confirmed Live Run")).toBeEnabled();
  });

  it.each([
    [jsonAnswer(400, { detail: "Price is locked." }), "Price is locked."],
    [jsonAnswer(400, {}), "Failed to continue confirmed live run."],
  ])("shows why a step failed, and retries it: %#", async (answer, text) => {
    const { dialog, click, proceed, wire, shop } = await openRun();
    wire.answer(isStep, () => answer.clone(), { once: true });
    await click("Proceed");
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("An error occurred. You can stop the run or try again.");
    expect(alert).toHaveTextContent(text);
    expect(dialog.getByText(/Nothing has changed yet/)).toBeVisible();
    await proceed(1);
    expect(dialog.queryByRole("alert")).not.toBeInTheDocument();
    expect((await shop()).get("1")?.changes).toBe(1);
  });

  it.each([
    [
      "had no answer",
      new Response("", { status: 502 }),
      "The server responded with status 502. It may still have gone through.",
    ],
    [
      "had an answer that cannot be read",
      jsonAnswer(200, {}),
      "It was done, but the server's response",
    ],
  ])(
    "does not claim that nothing was changed after a first step that %s",
    async (_, answer, text) => {
      const { dialog, wire } = await openRun();
      wire.answer(isStep, () => answer.clone(), { once: true });
      holdTime();
      const proceed = () => press(dialog.getByRole("button", { name: "Proceed" }));
      await proceed();
      expect(await until(() => dialog.getByRole("alert"))).toHaveTextContent(text);
      expect(dialog.queryByText(/Nothing has changed yet/)).not.toBeInTheDocument();
      expect(toasts.read().filter(({ kind }) => kind === "success")).toEqual([]);

      // An earlier press would count as the second click of a double click.
      await pass(500);
      // A refused retry does not tell whether the try before it was done.
      wire.answer(isStep, () => jsonAnswer(400, { detail: "Price is locked." }), { once: true });
      await proceed();
      await until(() => expect(dialog.getByRole("alert")).toHaveTextContent("Price is locked."));
      expect(dialog.queryByText(/Nothing has changed yet/)).not.toBeInTheDocument();
      await proceed();
      await until(() => dialog.getByText("1 of 3 done"));
      expect(dialog.getByText("Just done")).toBeVisible();
    },
  );

  it("whose first answer cannot be read does not begin, and is not reported as done", async () => {
    const { press, region, wire } = await openRotator();
    wire.answer(isStep, () => jsonAnswer(200, {}));
    await press("Confirmed Live Run");
    expect(await region.findByRole("alert")).toHaveTextContent(
      "The server's response could not be read.",
    );
    expect(toasts.read().filter(({ title }) => title === "Done.")).toEqual([]);
  });

  it("does a step whose answer was lost only once", async () => {
    const { dialog, click, proceed, wire, shop } = await openRun();
    wire.loseAnswer(isStep);
    await click("Proceed");
    await dialog.findByRole("alert");
    await proceed(1);
    expect([...(await shop()).values()].map(({ changes }) => changes)).toEqual([1, 0, 0]);
  });

  it("treats a double press as one, and cannot be stopped during a step", async () => {
    const { dialog, wire, shop } = await openRun();
    const waiting = deferred();
    wire.answer(isStep, () => waiting.promise);
    const button = dialog.getByRole("button", { name: "Proceed" });
    button.click();
    button.click();
    await waitFor(() => expect(button).toHaveAttribute("aria-busy", "true"));
    expect(dialog.getByRole("button", { name: "Stop" })).toBeDisabled();
    waiting.resolve(undefined);
    await dialog.findByText("1 of 3 done");
    // One request starts the run, one does the step.
    expect(runs(wire.sent)).toHaveLength(2);
    expect((await shop()).get("1")?.changes).toBe(1);
  });
});

describe("Stopping a confirmed live run", () => {
  it("keeps what was done, informs the server, and frees the group", async () => {
    const { click, proceed, press, wire, shop } = await openRun();
    await proceed(1);
    await click("Stop");
    expect(await findToast("Confirmed live run stopped by user.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await waitFor(() => expect(wire.sent.filter(isStop)).toHaveLength(1));
    expect(wire.sent.find(isStop)).toMatch(/\?run_id=\d+$/);
    expect(toasts.read().filter(({ kind }) => kind === "error")).toEqual([]);
    expect([...(await shop()).values()].map(({ changes }) => changes)).toEqual([1, 0, 0]);
    await press("Confirmed Live Run");
    expect(await screen.findByText("0 of 2 done")).toBeVisible();
  });

  it("makes no call to a server that does not announce one", async () => {
    const { server, group } = await rotatingServer();
    const noHealth = { to: "/healthz", says: () => jsonAnswer(404, { detail: "Not Found" }) };
    const given = { server: await answering([noHealth], server), group };
    const { dialog, wire } = await openRun({ given });
    await waitFor(() => expect(wire.sent).toContain("GET /healthz"));
    holdTime();
    await press(dialog.getByRole("button", { name: "Stop" }));
    await until(() => screen.getByText("Confirmed live run stopped by user."));
    await pass(1_000);
    expect(wire.sent.filter(isStop)).toEqual([]);
    expect(toasts.read().filter(({ kind }) => kind === "error")).toEqual([]);
  });

  it.each([
    // First: a refusal after an unanswered try would leave that try in doubt.
    [
      "the server refused",
      jsonAnswer(403, { detail: "Not for you." }),
      "Failed to stop the run.",
      "Not for you.",
    ],
    [
      "no answer came",
      new Response("", { status: 502 }),
      "The server may not know that the run is stopped.",
      "The server responded with status 502.",
    ],
    [
      "the server failed",
      jsonAnswer(500, { detail: "No database" }),
      "The server may not know that the run is stopped.",
      "No database.",
    ],
  ])("shows the consequence for the next run when %s", async (_, answer, title, reason) => {
    const { click, wire } = await openRun();
    wire.answer(isStop, () => answer.clone());
    const said = vi.spyOn(toasts, "show");
    await click("Stop");
    const detail = `${reason} The server may keep the run, and refuse a new one, for up to 15 minutes.`;
    await waitFor(() => expect(said).toHaveBeenCalledWith({ kind: "error", title, detail }));
    expect(said).toHaveBeenCalledWith({
      kind: "info",
      title: "Confirmed live run stopped by user.",
    });
  });

  it("is possible after a failure", async () => {
    const { dialog, click, wire } = await openRun();
    wire.answer(isStep, () => jsonAnswer(503, { detail: "The shop did not answer." }));
    await click("Proceed");
    await dialog.findByRole("alert");
    await click("Stop");
    expect(await findToast("Confirmed live run stopped by user.")).toBeVisible();
    await waitFor(() => expect(wire.sent.filter(isStop)).toHaveLength(1));
  });

  it("is not done by Escape", async () => {
    const { user, dialog, wire } = await openRun();
    await user.keyboard("{Escape}");
    expect(dialog.getByRole("button", { name: "Proceed" })).toBeVisible();
    expect(wire.sent.filter(isStop)).toEqual([]);
  });
});

describe("Leaving the page during a confirmed live run", () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it("warns while it is under way only", async () => {
    const { click } = await openRun();
    expect(leave()).toBe(true);
    await click("Stop");
    await waitFor(() => expect(leave()).toBe(false));
  });

  async function reloaded() {
    const given = await rotatingServer();
    const { proceed } = await openRun({ given });
    await proceed(1);
    cleanup();
    const opened = await openRotator({ given });
    await opened.region.findByText("A confirmed live run was interrupted");
    return opened;
  }

  it("offers to resume after a reload, and does nothing by itself", async () => {
    const { region, press, user, button, wire, shop } = await reloaded();
    expect(region.getByText(/^2 updates and 0 removals remain\./)).toBeVisible();
    expect(await button("Live Run")).toBeDisabled();
    expect(await button("Live Run")).toHaveAccessibleDescription(/resume or stop it first/);
    expect(runs(wire.sent)).toEqual([]);
    await press("Resume");
    const dialog = await findIn("dialog", "Confirmed Live Run");
    expect(dialog.getByText("1 of 3 done")).toBeVisible();
    expect(dialog.getByText("Just done")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Proceed" }));
    expect(await dialog.findByText("2 of 3 done")).toBeVisible();
    expect([...(await shop()).values()].map(({ changes }) => changes)).toEqual([1, 1, 0]);
  });

  it("offers to stop a run whose start was not answered before the reload", async () => {
    const given = await rotatingServer();
    const before = await openRotator({ given });
    const answered = deferred<Response>();
    before.wire.answer(isStep, async (request) => {
      await given.server.fetch(request);
      return answered.promise;
    });
    await before.press("Confirmed Live Run");
    await waitFor(() => expect(before.wire.sent.filter(isStep)).toHaveLength(1));
    cleanup();
    const { press, region, wire } = await openRotator({ given });
    expect(await region.findByText(/It was just starting: nothing has changed/)).toBeVisible();
    expect(region.queryByRole("button", { name: "Resume" })).not.toBeInTheDocument();
    await press("Stop run");
    expect(await findToast("Confirmed live run stopped by user.")).toBeVisible();
    await waitFor(() => expect(wire.sent.filter(isStop)).toHaveLength(1));
    expect(region.queryByText("A confirmed live run was interrupted")).not.toBeInTheDocument();
    // A request that stays open would refuse this press in every later test.
    await act(async () => answered.resolve(jsonAnswer(503, {})));
  });
});

describe("Another tab", () => {
  it("blocks a confirmed live run while it has one", async () => {
    Object.defineProperty(navigator, "locks", { configurable: true, value: lockedElsewhere });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
    const { press, region, wire } = await openRotator();
    await press("Confirmed Live Run");
    expect(await region.findByRole("alert")).toHaveTextContent(
      "A confirmed live run of this group is open in another browser tab.",
    );
    expect(runs(wire.sent)).toEqual([]);
  });
});

const lockedElsewhere = {
  request: async (_: string, __: object, callback: (lock: null) => unknown) => callback(null),
};
