import { expect, it } from "vitest";
import { crash } from "./support/crash/crash";

it("A killed server loses nothing that it acknowledged and does nothing twice", {
  timeout: 300_000,
}, async () => {
  const figures = await crash({ rounds: 3, seed: 1, place: "pglite", say: console.log });
  expect(figures).toMatchObject({ lost: [], doubled: [], rounds: 3 });
  expect(figures.kills).toBeGreaterThanOrEqual(3);
  expect(figures.acknowledged).toBeGreaterThan(10);
  expect(figures.posts.published).toBeGreaterThan(0);
});
