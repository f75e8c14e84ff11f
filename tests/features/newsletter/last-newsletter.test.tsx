import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { call } from "../../support/call";
import { answering, renderApp, saying } from "../../support/render-app";
import { mailingServer } from "./support";

/** A group whose newsletter has gone to a number of subscribers, and to one whose address bounces. */
async function open(subscribers: number) {
  const given = await mailingServer({ is_active: true });
  const { server, group } = given;
  for (let n = 0; n < subscribers; n++) {
    const body = { email: n === 1 ? "bounce@primer.rs" : `citalac${n}@primer.rs`, name: null };
    await call(server, newsletterApi.addSubscriber, { params: { groupId: group }, body });
  }
  if (subscribers > 0) {
    await server.run.transaction(({ enqueue }) => enqueue("newsletter", {}));
    await server.runJobs();
  }
  const app = await renderApp("/dashboard/config?tab=newsletter", { server });
  const region = within(await screen.findByRole("region", { name: "Last newsletter" }));
  return { ...app, region };
}

describe("The last newsletter", () => {
  it("says that there was none yet", async () => {
    const { region } = await open(0);
    expect(await region.findByText("No newsletter has been sent yet.")).toBeVisible();
  });

  it("shows how far it has come, and each recipient with the service's words", async () => {
    const { user, region } = await open(3);
    expect(await region.findByText(/2 sent, 1 refused\./)).toBeVisible();
    const mails = within(region.getByRole("list", { name: "Mails" }));
    expect(mails.getAllByRole("listitem")).toHaveLength(3);
    expect(mails.getByText(/Refused.*: MessageRejected: Address blacklisted\./)).toBeVisible();
    const filter = region.getByLabelText("Filter mails");
    await user.selectOptions(filter, "Refused");
    await waitFor(() => expect(region.getAllByRole("listitem")).toHaveLength(1));
    expect(region.getByText("bounce@primer.rs")).toBeVisible();
  });

  it("loses only the mails that cannot be read, and says how many", async () => {
    const { server } = await mailingServer({ is_active: true });
    const at = "2026-11-23T09:00:00Z";
    await renderApp("/dashboard/config?tab=newsletter", {
      server: await answering(
        [
          saying("/newsletter/mails/", {
            slot: at,
            counts: { sent: "2", failed: null },
            mails: [
              { id: 1, recipient: "ana@primer.rs", status: "sent", at },
              { id: null, recipient: "mira@primer.rs", status: "sent", at },
            ],
            next: null,
          }),
        ],
        server,
      ),
    });
    const region = within(await screen.findByRole("region", { name: "Last newsletter" }));
    expect(await region.findByText("ana@primer.rs")).toBeVisible();
    expect(region.getByText(/2 sent\.$/)).toBeVisible();
    expect(await region.findByText("1 record could not be read.")).toBeVisible();
  });

  it("keeps the filter and the mails on the screen while the asked ones load", async () => {
    const { user, region, wire } = await open(3);
    const filter = await region.findByLabelText("Filter mails");
    let answer = () => {};
    const answered = new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined);
    });
    wire.answer(
      (line) => line.includes("status=failed"),
      () => answered,
    );
    await user.selectOptions(filter, "Refused");
    expect(region.getByRole("list", { name: "Mails" })).toHaveAttribute("aria-busy", "true");
    expect(region.getAllByRole("listitem")).toHaveLength(3);
    expect(filter).toBeVisible();
    expect(filter).toHaveFocus();
    answer();
    await waitFor(() => expect(region.getAllByRole("listitem")).toHaveLength(1));
  });
});
