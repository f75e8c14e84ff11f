import type { BrowserContext, Route } from "playwright-core";
import { specCalls } from "../../features/spec-calls";

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
export type Asked = {
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
export async function specAlone(context: BrowserContext): Promise<Asked> {
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
