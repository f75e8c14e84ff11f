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

/**
 * `React.lazy` that can be preloaded and retried. The router's `lazyRouteComponent` reloads the page
 * when a chunk is missing, which offline would lose the console and all that it shows.
 * @throws ChunkLoadError on render, for the boundary around it
 */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
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

  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at the top of a module
  function Lazy(props: Props) {
    if (hasFailed) throw new ChunkLoadError();
    if (!Loaded) use(preload());
    // `use` suspends or goes on when the promise has resolved; the failure is known only after it.
    if (!Loaded) throw new ChunkLoadError();
    return <Loaded {...props} />;
  }
  Lazy.preload = preload;
  Lazy.reset = reset;
  return Lazy;
}

/**
 * A part that a press opens, such as a dialog. Its code is loaded once the first screen has settled, so
 * that the press does not wait for it. If that fails, the press loads it again.
 */
export function lazyOnPress<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Lazy = lazyWithPreload(load);
  void firstScreenSettled.then(async () => {
    Lazy.reset();
    await Lazy.preload();
    Lazy.reset();
  });
  return Lazy;
}
