import { afterAll, beforeAll, beforeEach } from "vitest";
import { type SpecBackend, startSpecBackend } from "../../support/spec-backend/spec-backend";
import { openBrowser } from "../support/browser";

/**
 * Opens the built console on the specification's backend, whose records are reset before each test.
 */
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
    /**
     * Opens a browser that already holds the token: only the sign-in test goes through the sign-in.
     */
    signedIn: async () => {
      const { context, forgive, page } = await newOperator({ underFaults: true });
      // Chunks that a screen fetches last fail to load if the network is gone by then.
      forgive(/^ChunkLoadError: /);
      await context.addInitScript(keepToken, backend.token);
      await context.addInitScript(timeByTheClock);
      return { context, page };
    },
  };
}

export type SpecConsole = ReturnType<typeof openSpecConsole>;

/** Runs in each page. A blank page and the sandboxed frame of the mail preview have no storage. */
function keepToken(token: string) {
  if (window.origin !== "null") localStorage.setItem("accessToken", token);
}

/**
 * Runs in each page. Playwright's clock advances `setTimeout` but not `AbortSignal.timeout`, which
 * some reads of the console use.
 */
function timeByTheClock() {
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    const reason = new DOMException("The operation timed out.", "TimeoutError");
    setTimeout(() => controller.abort(reason), milliseconds);
    return controller.signal;
  };
}
