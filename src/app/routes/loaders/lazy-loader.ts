/**
 * How long entering a screen waits for its first reads, in ms. A slower read is waited for by its own
 * panel, so that one silent endpoint never holds up the whole screen.
 */
const longestWaitForReads = 200;

type LoaderModule<Args> = {
  load: (args: Args) => Promise<unknown>;
  /** Loads further code that the screen shows at once. */
  loadCode?: (args: Args) => Promise<unknown> | undefined;
};
type Entering = { cause: "preload" | "enter" | "stay" };

/**
 * A route's loader in the chunk of its screen: the login page does without the API client. If the
 * chunk cannot be loaded, the screen's component cannot either, and shows that.
 */
export const lazyLoader =
  <Args>(load: () => Promise<LoaderModule<Args>>) =>
  async (args: Args & Entering) => {
    const loader = await load().catch(() => undefined);
    // A failed read is shown by its panel, not by the route.
    const reads = loader?.load(args).catch(() => {});
    const code = loader?.loadCode?.(args);
    // A press within the screen, such as another tab, is shown at once; its panel shows the loading.
    if (args.cause !== "enter") return;
    await Promise.all([code, Promise.race([reads, waitFor(longestWaitForReads)])]);
  };

const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
