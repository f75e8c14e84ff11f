import { expect, it } from "vitest";
import { createQueryClient } from "@/app/query-client";
import { toasts } from "@/shared/toast/toast";

it("a command that ends late takes away no toast of another client's command", async () => {
  const clients = [1, 2].map(() => createQueryClient({ onSessionOver: () => {} }));
  let end = () => {};
  const late = new Promise((_, reject) => {
    end = () => reject(new Error("No answer."));
  });
  const [first, second] = clients.map((client, place) =>
    client.getMutationCache().build(client, {
      mutationFn: () => (place === 0 ? late : Promise.resolve()),
      // The form shows the failure of the first.
      meta: { success: "Saved.", failure: "Failed.", isShownInPlace: true },
    }),
  );
  const ended = first?.execute(undefined).catch(() => {});
  await second?.execute(undefined);
  expect(toasts.read()).toMatchObject([{ title: "Saved." }]);
  end();
  await ended;
  expect(toasts.read()).toMatchObject([{ title: "Saved." }]);
  toasts.clear();
});
