import type { BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterEach, expect } from "vitest";
import { specCalls } from "../../features/spec-calls";
import type { openBrowser } from "./browser";
import type { RunningConsole } from "./console";
import { region } from "./screen";

/** Fields whose content the specification leaves to the server. */
const whole = new Set([
  "raw_data",
  "integrations",
  "completed_action",
  "remaining_updates",
  "remaining_removals",
]);

const calls = specCalls.map(({ call, answer, record }) => {
  const [method = "", path = ""] = call.split(" ");
  const pattern = new RegExp(`^/api/v1${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return { method, pattern, sample: answer ?? record };
});

/** What a browser has asked a backend that knows the specification alone. */
type Asked = {
  /** Calls that such a backend does not have. */
  readonly unknown: readonly string[];
  /** Calls that were refused or failed, with their status. */
  readonly failed: readonly string[];
};

/**
 * Makes the real server one that knows the specification alone, for this browser: it announces no
 * capability, answers 404 to calls beyond the specification, and its answers have the specified fields
 * and no others.
 */
async function specAlone(context: BrowserContext): Promise<Asked> {
  const unknown: string[] = [];
  const failed: string[] = [];

  await context.route("**/healthz", (route) => route.fulfill({ json: { status: "ok" } }));
  await context.route("**/api/v1/**", async (route: Route) => {
    const request = route.request();
    // The way to Reddit is no call: the browser goes there itself.
    if (request.isNavigationRequest()) return route.continue();
    const { pathname, search } = new URL(request.url());
    const line = `${request.method()} ${pathname}${search}`;
    const known = calls.find(
      ({ method, pattern }) => method === request.method() && pattern.test(pathname),
    );
    if (!known) {
      unknown.push(line);
      return route.fulfill({ status: 404, json: { detail: "Not Found" } });
    }
    // The browser may only know the changed answer, so that it must always get a whole one.
    const { "if-none-match": _, ...headers } = request.headers();
    // A failure means that the page was closed before the answer.
    const response = await route.fetch({ headers }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (!response || text === undefined) return route.abort().catch(() => undefined);
    if (!response.ok()) failed.push(`${line}: ${response.status()} ${text}`);
    if (!response.ok() || text === "") return route.fulfill({ response }).catch(() => undefined);
    const json = specified(JSON.parse(text), known.sample ?? {});
    return route.fulfill({ response, json }).catch(() => undefined);
  });
  return { unknown, failed };
}

/** The value with the fields of the sample and no others; what the sample does not show stays. */
function specified(value: unknown, sample: unknown): unknown {
  if (Array.isArray(value)) {
    const [one] = Array.isArray(sample) ? sample : [];
    return one === undefined ? value : value.map((entry) => specified(entry, one));
  }
  if (!isRecord(value) || !isRecord(sample)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => Object.hasOwn(sample, name))
      .map(([name, field]) => [name, whole.has(name) ? field : specified(field, sample[name])]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * For the tests of a file: opens consoles whose backend is such a one. Each test fails if the console has
 * made a call that is not there, or one that fails.
 */
export function withSpecAlone(
  running: () => RunningConsole,
  newOperator: ReturnType<typeof openBrowser>["newOperator"],
) {
  const asked: Asked[] = [];
  afterEach(() => {
    for (const { unknown, failed } of asked.splice(0)) {
      expect({ unknown, failed }).toEqual({ unknown: [], failed: [] });
    }
  });
  return {
    /** Opens the console, signed in. */
    open: async (at: string): Promise<Page> => {
      const { page, context } = await newOperator();
      asked.push(await specAlone(context));
      await context.addInitScript((token) => {
        // The sandboxed frame of the mail preview has no storage.
        if (window.origin !== "null") localStorage.setItem("accessToken", token);
      }, running().token);
      await page.goto(at);
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      return page;
    },
    /** Expects that the page shows no control and no place that belongs to a capability. */
    expectNothingBeyond: async (page: Page) => {
      const status = await running().read<{ failed_posts: unknown[] }>(
        "publishing/scheduler-status",
      );
      const shown = [];
      for (const [name, control] of Object.entries(
        beyondTheSpec(page, status.failed_posts.length),
      )) {
        if ((await control.count()) > 0) shown.push(name);
      }
      expect(shown).toEqual([]);
    },
  };
}

/** Every control and place that belongs to a capability. */
function beyondTheSpec(page: Page, failedPosts: number): Readonly<Record<string, Locator>> {
  const queue = region(page, "Content Approval Queue");
  const ofCapabilities =
    /^(Approve…|Reopen|Undo|(Load a|A)ctions for post on .*|(Pause|Resume) publishing|Rename group|Delete group.*|Delete category|Run again|Restore original prices…|Upload)$/;
  return {
    buttons: page.getByRole("button", { name: ofCapabilities }),
    "Edit in the queue": queue.getByRole("button", { name: "Edit", exact: true }),
    "Status of the queue": queue.getByRole("radiogroup", { name: "Status" }),
    "Edit of a failed post": region(page, "Failed Posts").getByRole("button", { name: /^Edit/ }),
    "counts of the queue": page
      .getByRole("link", { name: "Publishing" })
      .getByText(/^\d+$/)
      .filter({ hasNotText: String(failedPosts) }),
    Activity: region(page, "Activity"),
    "All activity": page.getByRole("link", { name: "All activity" }),
    "Background work": page.getByText("Background work"),
    Times: page.getByRole("form", { name: "Times", exact: true }),
    "Time zone": page.getByLabel("Time zone"),
    Notice: page.getByLabel("Notice after approval (minutes)"),
    Month: page.getByRole("radio", { name: "Month" }),
    "Send test to": page.getByLabel("Send test to"),
    "who is signed in": page.getByRole("banner").getByText("Administrator", { exact: true }),
  };
}
