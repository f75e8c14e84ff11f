import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { documents, hasDocument } from "../../support/documents";
import { callNames } from "../../support/spec-backend/calls";
import { accountRows } from "./rows/accounts";
import { catalogRows } from "./rows/catalog";
import { contentRows } from "./rows/content";
import { dashboardRows } from "./rows/dashboard";
import { groupRows } from "./rows/groups";
import { integrationRows } from "./rows/integrations";
import { publishingRows } from "./rows/publishing";
import { saleRows } from "./rows/sale-rotator";

/** Every text that section 8 of the specification quotes, in its order; copied by hand. */
const quoted: readonly string[] = [
  "Access Denied. Your account is not authorized to use this application.",
  "Failed to create group.",
  "Failed to load performance data. Please try again.",
  "Failed to load performance details. Please try again.",
  "Failed to load category performance data.",
  "No performance data available yet.",
  "Not enough historical data to draw a chart.",
  "Failed to fetch generation status.",
  "Failed to queue task.",
  "Failed to queue all tasks.",
  "Failed to start generation: {detail}",
  "An unexpected error occurred.",
  "Failed to trigger ...",
  "Failed to load account groups.",
  "Failed to load content categories for this group.",
  "Failed to fetch content items.",
  "Failed to create content item.",
  "Failed to fetch content categories.",
  "Failed to fetch group accounts.",
  "Failed to create category.",
  "Failed to update category settings.",
  "Failed to save platform settings.",
  "Failed to save Reddit settings.",
  "Failed to fetch available flairs",
  "Failed to post now: {detail}",
  "Failed to fetch scheduler status.",
  "Failed to trigger planner job.",
  "Failed to clear failed posts.",
  "Failed to clear scheduled posts.",
  "Failed to fetch content data.",
  "Failed to load more items.",
  "Failed to load more scheduled posts.",
  "Failed to approve item.",
  "Failed to reject item.",
  "Authentication token not found. Please log in again.",
  "Failed to add account. Check console for details.",
  "Failed to publish. Check console for details.",
  "Failed to delete account...",
  "Failed to clear credentials...",
  "Failed to update credentials...",
  "Failed to start priming session.",
  "Failed to start backfill process.",
  "Test failed: {error or detail}",
  "Failed to save mascot settings.",
  "Failed to save settings.",
  "Failed to save proxy settings.",
  "Failed to fetch integrations.",
  "Failed to add integration: {detail}",
  "No ad accounts found for this token.",
  "Failed to fetch ad accounts: {detail}",
  "Failed to add SES integration: {detail}",
  "Failed to remove integration.",
  "Failed to copy integration: {detail}",
  "Failed to start Shopify sync.",
  "Failed to load newsletter data.",
  "Failed to add subscriber.",
  "Failed to remove subscriber.",
  "Failed to send test email.",
  "Failed to fetch meme templates.",
  "Failed to create or update template.",
  "Failed to delete template.",
  "Failed to fetch products.",
  "Creating product...",
  "Updating product...",
  "Product created successfully!",
  "Product updated successfully!",
  "Failed to create product.",
  "Failed to update product.",
  "Deleting product...",
  "Product deleted successfully!",
  "Failed to delete product.",
  "Failed to load sale rotator settings",
  "Sale rotator settings saved successfully!",
  "Failed to save settings",
  "Dry run completed! Review the results below.",
  "Dry run failed",
  "Sale rotation executed successfully!",
  "Live run failed",
  "Failed to start confirmed live run.",
  "Failed to continue confirmed live run.",
  "An error occurred. You can stop the run or try again.",
  "Confirmed live run finished! No actions were needed.",
  "Confirmed live run finished!",
];

const screens = [
  accountRows,
  catalogRows,
  contentRows,
  dashboardRows,
  groupRows,
  integrationRows,
  publishingRows,
  saleRows,
];

it("Every text of section 8 is covered by a test", () => {
  const tested = new Set(
    screens
      .flatMap(({ writes, reads, shown }) => [...writes, ...reads, ...shown])
      .flatMap((row) => row.quoted ?? row.text),
  );
  expect(quoted.filter((text) => !tested.has(text))).toEqual([]);
});

it("Every write of section 7 fails in a test", () => {
  const tested = new Set<string>(screens.flatMap(({ writes }) => writes).map(({ call }) => call));
  const writes = callNames.filter((call) => !call.startsWith("GET "));
  expect(writes.filter((call) => !tested.has(call))).toEqual([]);
});

it("Every read of section 7 fails in a test", () => {
  const tested = new Set<string>(screens.flatMap(({ reads }) => reads).map(({ call }) => call));
  const reads = callNames.filter((call) => call.startsWith("GET "));
  expect(reads.filter((call) => !tested.has(call))).toEqual([]);
});

it.runIf(hasDocument("specification"))(
  "The texts above are those that the specification quotes",
  () => {
    const [, section = ""] =
      /## 8\. Error catalogue\n([\s\S]*?)\n## 9\./.exec(
        readFileSync(documents.specification, "utf8"),
      ) ?? [];
    // An apostrophe within a word is not a quotation mark.
    const found = [...section.matchAll(/(?<!\w)'([^']+)'(?!\w)/g)].map(([, text]) => text);
    expect(quoted).toEqual([...new Set(found)]);
  },
);
