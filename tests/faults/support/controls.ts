import type { Endpoint } from "@/shared/api/endpoint";
import { productApi } from "../../../server/http/api";
import { groupControls } from "./group-controls";
import { postControls } from "./post-controls";
import { recordControls } from "./record-controls";
import { shopControls } from "./shop-controls";
import type { Control } from "./stage";

/** Every endpoint of the product that is not a read. */
export const writingEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(productApi).flatMap(([slice, calls]) =>
    Object.entries(calls)
      .filter(([, { method }]) => method !== "GET")
      .map(([name, call]): [string, Endpoint] => [`${slice}.${name}`, call]),
  ),
);

const written: readonly Control[] = [...groupControls, ...postControls, ...shopControls];

/** A control for each of them; one that has none of its own follows from the contract of its slice. */
export const controls: readonly Control[] = [
  ...written,
  ...Object.entries(productApi)
    .flatMap(([slice, calls]) => recordControls(slice, calls))
    .filter(({ of }) => !written.some((control) => control.of === of)),
];
