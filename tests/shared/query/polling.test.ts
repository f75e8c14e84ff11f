import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { every } from "@/shared/query/polling";
import { session } from "@/shared/session/session";

const poll = every(30_000);

async function pollAfter(...ends: ("well" | "badly")[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryKey = ["products"] as const;
  let pause: number | false = false;
  for (const end of ends) {
    await client
      .query({
        queryKey,
        queryFn: () => (end === "well" ? Promise.resolve(1) : Promise.reject(new Error("away"))),
      })
      .catch(() => {});
    const query = client.getQueryCache().find({ queryKey });
    if (!query) throw new Error("There is no query.");
    pause = poll(query);
  }
  return pause;
}

it("backs off while it fails, and returns to its interval after a success", async () => {
  session.signIn("token");

  expect(await pollAfter("well")).toBe(30_000);
  const twice = await pollAfter("well", "badly", "badly");
  expect(twice).toBeGreaterThanOrEqual(240_000 * 0.9);
  expect(twice).toBeLessThanOrEqual(240_000 * 1.1);
  expect(await pollAfter("badly", "badly", "badly", "well")).toBe(30_000);
  const once = await pollAfter("badly", "badly", "badly", "well", "badly");
  expect(once).toBeLessThanOrEqual(120_000 * 1.1);
});

it("stops after the session is over", async () => {
  session.signIn("a token that is refused");
  session.expire("a token that is refused");

  expect(await pollAfter("well")).toBe(false);
});
