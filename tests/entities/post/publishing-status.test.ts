import { expect, it } from "vitest";
import { publishingStatusOf } from "@/entities/post/contract";

it.each([
  ["success", "published"],
  ["ok", "published"],
  ["POSTED", "published"],
  ["Completed", "published"],
  ["published", "published"],
  ["error", "failed"],
  ["Rejected", "failed"],
  ["FAILED", "failed"],
  ["In_Review", "In_Review"],
])("A server's word %s is the status %s", (word, status) => {
  expect(publishingStatusOf(word)).toBe(status);
});
