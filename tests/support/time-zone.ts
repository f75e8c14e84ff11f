import { act, fireEvent } from "@testing-library/react";
import { onTestFinished } from "vitest";

/** Puts the machine into another time zone until the test ends; the operator then looks at the page. */
export function travelTo(zone: string) {
  const before = process.env.TZ;
  set(zone);
  onTestFinished(() => set(before));
}

function set(zone: string | undefined) {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  act(() => void fireEvent.focus(window));
}
