import { afterAll, beforeAll, beforeEach } from "vitest";
import { type SpecBackend, startSpecBackend } from "../../support/spec-backend/spec-backend";
import { openBrowser } from "../support/browser";

/** The built console on the backend of the specification, with the records of its start for each test. */
export function openSpecConsole() {
  let backend: SpecBackend;
  beforeAll(async () => {
    backend = await startSpecBackend();
  });
  beforeEach(() => backend.reset());
  afterAll(() => backend.stop());
  const { newOperator } = openBrowser(() => backend.address);

  return {
    backend: () => backend,
    newOperator,
    /** A browser that holds the token already: only the sign-in's own test goes through it. */
    signedIn: async () => {
      const { context, forgive, page } = await newOperator({ underFaults: true });
      // Parts of a screen that are fetched last do not come when the network is gone by then.
      forgive(/^ChunkLoadError: /);
      await context.addInitScript(keepToken, backend.token);
      await context.addInitScript(timeByTheClock);
      return { context, page };
    },
  };
}

export type SpecConsole = ReturnType<typeof openSpecConsole>;

/** Runs in each page. A blank page, and the sandboxed frame of the mail preview, have no storage. */
function keepToken(token: string) {
  if (window.origin !== "null") localStorage.setItem("accessToken", token);
}

/**
 * Runs in each page. Playwright's clock moves `setTimeout` and not `AbortSignal.timeout`, which some
 * reads of the console are timed by.
 */
function timeByTheClock() {
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    const reason = new DOMException("The operation timed out.", "TimeoutError");
    setTimeout(() => controller.abort(reason), milliseconds);
    return controller.signal;
  };
}
