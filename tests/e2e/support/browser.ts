import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { asPhone, launchChromium } from "../../../scripts/lib/chromium.mjs";
import { isNetworkFlaky } from "../../support/fault-proxy/flaky-network";
import { tokenFrom } from "./console";
import { isIn, signIn } from "./sign-in";

export type Operator = {
  readonly page: Page;
  /** Opens another tab of the same browser. */
  readonly newTab: () => Promise<Page>;
  readonly context: BrowserContext;
  /**
   * Uncaught errors, policy violations and errors on the browser's console, except forgiven ones.
   */
  readonly complaints: () => string[];
  /** Allows matching complaints, which the test provokes. */
  readonly forgive: (complaint: RegExp) => void;
};

type Options = {
  /** The first page to open, signed in. If absent, the page stays blank and nobody is signed in. */
  at?: string;
  /** Signs in through the login screen. By default the browser already holds a token of its own. */
  signsIn?: boolean;
  width?: number;
  /** Emulates a phone's browser. */
  isPhone?: boolean;
  /** Allows the console errors that injected network faults cause, and no others. */
  underFaults?: boolean;
};

/** Errors that Chromium and the product log for responses that are missing or that refuse. */
const faultsOnConsole = /^Failed to load resource|SafeError: /;

/**
 * Opens one browser for the tests of a file. Each operator has a profile of their own, and no test
 * may leave an error on the console, an exception, or a violation of the Content-Security-Policy.
 *
 * @param ofInternet the browser's arguments for sites that the tests play, whose certificates count
 */
export function openBrowser(address: () => string, ofInternet?: () => readonly string[]) {
  let browser: Browser;
  const operators: { context: BrowserContext; complaints: () => string[] }[] = [];

  beforeAll(async () => {
    browser = await launchChromium(ofInternet?.());
  });
  afterEach(async () => {
    const complaints = operators.flatMap((operator) => operator.complaints());
    await Promise.all(operators.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(() => browser.close());

  return {
    newOperator: async ({
      at,
      signsIn = false,
      isPhone = false,
      width = isPhone ? 390 : 1440,
      underFaults = isNetworkFlaky,
    }: Options = {}): Promise<Operator> => {
      const { origin } = new URL(at ?? "", address());
      const token = at !== undefined && !signsIn ? await tokenFrom(origin) : undefined;
      const context = await browser.newContext({
        baseURL: address(),
        ...(token && { storageState: holding(token, origin) }),
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
        ignoreHTTPSErrors: ofInternet !== undefined,
        ...(isPhone && asPhone(browser)),
      });
      context.setDefaultTimeout(60_000);
      const said: string[] = [];
      const forgiven: RegExp[] = underFaults ? [faultsOnConsole] : [];
      context.on("console", (message) => {
        if (message.type() === "error") said.push(message.text());
      });
      context.on("weberror", (error) => said.push(String(error.error())));
      await context.addInitScript(reportViolations);
      const operator = {
        context,
        complaints: () => said.filter((text) => !forgiven.some((pattern) => pattern.test(text))),
      };
      operators.push(operator);

      const page = await context.newPage();
      if (at !== undefined) {
        await page.goto(at);
        await (signsIn ? signIn(page) : isIn(page));
      }
      return {
        page,
        context,
        complaints: operator.complaints,
        newTab: () => context.newPage(),
        forgive: (complaint) => forgiven.push(complaint),
      };
    },
  };
}

/** The browser storage of a signed-in operator. */
const holding = (token: string, origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: "accessToken", value: token }] }],
});

/** Runs in the page. Chromium reports most violations by itself, but not all in the same words. */
function reportViolations() {
  document.addEventListener(
    "securitypolicyviolation",
    ({ violatedDirective, blockedURI, sample }) =>
      console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`),
  );
}

/** Expects axe to find no violation on the page as it is now. */
export async function expectAccessible(page: Page) {
  expect(await violationsOn(page)).toEqual([]);
}

/**
 * Returns the violations that axe finds. Scrolls to the page's top first: elsewhere the sticky
 * header half covers elements, which an operator would scroll out before pressing them.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  // Not as a <script>: Trusted Types would refuse it.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const place = window.scrollY;
    window.scrollTo(0, 0);
    const found = await axe.run(document, {
      resultTypes: ["violations"],
      rules: { "target-size": { enabled: true } },
    });
    window.scrollTo(0, place);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
  });
}
