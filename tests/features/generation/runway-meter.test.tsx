import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RunwayMeter, runwayOf } from "@/features/generation/views/runway-meter";
import { fc } from "../../support/random-seed";

test.each([
  [-1, "-1.0 d", "0px"],
  [0, "0.0 d", "0px"],
  [0.5, "0.5 d", "4.5px"],
  [1, "1.0 d", "14px"],
  [6.5, "6.5 d", "76.5px"],
  [7, "7.0 d", "81px"],
  [40, "40.0 d", "81px"],
])("a runway of %d days fills the meter in proportion to a week", (days, said, filled) => {
  render(<RunwayMeter days={days} />);
  const [meter] = screen.getByText(said).parentElement?.children ?? [];
  expect(meter).toHaveStyle({ backgroundSize: filled });
});

test("a pool lasts until its quota has used it up, and for ever without a quota", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 100 }), (unused_pool_count, daily_quota) => {
      const days = runwayOf({ unused_pool_count, daily_quota });
      if (daily_quota === 0) expect(days).toBeNull();
      else expect((days ?? 0) * daily_quota).toBeCloseTo(unused_pool_count);
    }),
  );
});
