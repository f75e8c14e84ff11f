import { type ComponentType, use } from "react";
import { arrivals } from "@/shared/query/unthrottled-suspense";
import { ChunkLoadError, failedChunks } from "./failed-chunks";
import { firstScreenSettled } from "./first-screen";

/** Before the second attempt to load a chunk, in ms. */
const pause = 500;

/**
 * A dropped connection does not mean that the file is missing, so a second attempt may succeed.
 * Offline it would fail like the first.
 */
async function loadTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return await load();
  }
}

type Options = {
  /** Loads the code once the first screen has settled, so that the first press does not wait for it. */
  preloadWhenSettled?: boolean;
};

/**
 * `React.lazy` that can be preloaded and retried. The router's `lazyRouteComponent` reloads the page
 * when a chunk is missing, which offline would lose the console and all that it shows.
 * @throws ChunkLoadError on render, for the boundary around it
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { preloadWhenSettled = false }: Options = {},
) {
  let loading: Promise<void> | undefined;
  let Loaded: ComponentType<Props> | undefined;
  let hasFailed = false;

  /** Resolves when the code has loaded or failed. */
  function preload() {
    if (loading) return loading;
    loading = loadTwice(load).then(
      (component) => {
        Loaded = component;
      },
      () => {
        hasFailed = true;
        failedChunks.add(reset);
      },
    );
    void loading.then(arrivals.announce);
    return loading;
  }

  function reset() {
    if (hasFailed) loading = undefined;
    hasFailed = false;
    failedChunks.remove(reset);
    return preload;
  }

  /** A failure is forgotten, so that the press that needs the code loads it again. */
  async function preloadInAdvance() {
    reset();
    await preload();
    reset();
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at the top of a module
  function Lazy(props: Props) {
    if (hasFailed) throw new ChunkLoadError();
    if (!Loaded) use(preload());
    // `use` suspends or goes on when the promise has resolved; the failure is known only after it.
    if (!Loaded) throw new ChunkLoadError();
    return <Loaded {...props} />;
  }
  Lazy.preload = preload;
  if (preloadWhenSettled) void firstScreenSettled.then(preloadInAdvance);
  return Lazy;
}
