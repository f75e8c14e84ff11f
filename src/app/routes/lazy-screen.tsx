import { type ComponentType, use } from "react";

/** The code of a screen did not come: there is no line to the server, or the server has a newer one. */
export class ScreenMissing extends Error {
  constructor() {
    super("The code of this screen could not be loaded.");
    this.name = "ScreenMissing";
  }
}

const missing = new Set<() => Promise<unknown>>();

/** Asks again for the screens that could not be loaded; resolves when all have been answered. */
export async function loadMissingScreens() {
  const again = [...missing];
  missing.clear();
  await Promise.allSettled(again.map((load) => load()));
}

/** In milliseconds. */
const pause = 500;

/** A line that broke once is no missing file. Without a line, nobody need be asked again. */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return load();
  }
}

/**
 * A screen whose code comes when it is first gone to. The router's own way to do this reloads the
 * whole page when the code does not come, which offline loses the console and all that it shows.
 */
export function lazyScreen(load: () => Promise<ComponentType>) {
  let loading: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;

  function component() {
    loading ??= patiently(load).then(
      (screen) => {
        loaded = screen;
        return screen;
      },
      () => {
        missing.add(() => {
          loading = undefined;
          return component();
        });
        throw new ScreenMissing();
      },
    );
    return loading;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: one screen for each call at a module's top
  function Screen() {
    const Loaded = loaded ?? use(component());
    return <Loaded />;
  }
  // The router calls this while it moves there. A failure is shown by the screen itself.
  Screen.preload = () =>
    component().then(
      () => {},
      () => {},
    );
  return Screen;
}
