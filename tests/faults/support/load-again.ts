import type { Page } from "playwright-core";

/** The visible state of a screen once it has settled. */
export type Sight = {
  /** False if the screen was still loading when patience ended. */
  readonly isSettled: boolean;
  /** Missing parts of the shell. */
  readonly missing: readonly string[];
  readonly title: string | undefined;
  readonly hasDialog: boolean;
  /**
   * The names of the screen's regions, in order; `blank` are those with nothing below their
   * heading.
   */
  readonly regions: readonly string[];
  readonly blank: readonly string[];
  /** Program values such as NaN or undefined in visible texts, with the text before them. */
  readonly programWords: readonly string[];
  /** URLs that would run code. */
  readonly runningAddresses: readonly string[];
  readonly retries: number;
};

type Way = {
  readonly token: string;
  readonly at: string;
  /**
   * The labels of buttons that fetch more, or their beginnings, to be pressed once the screen is
   * there, one after the other. All buttons of the last label are pressed, or else the first one.
   */
  readonly press?: readonly string[] | undefined;
};

/**
 * Logs out, which clears the cache, and returns to a screen. That loads everything but the code, in
 * a tenth of the time that a new document takes.
 */
export const loadAgain = (page: Page, way: Way): Promise<Sight> =>
  page.evaluate(async ({ token, at, press }) => {
    const { look, pause, until } = window.consoleObserver;
    const tell = () => window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
    localStorage.removeItem("accessToken");
    tell();
    await until(() => !document.getElementById("page"));
    localStorage.setItem("accessToken", token);
    tell();
    history.pushState({}, "", at);
    let isSettled = await until(window.consoleObserver.isSettled);
    for (const [index, label] of (press ?? []).entries()) {
      if (!isSettled) break;
      const find = () =>
        [...document.querySelectorAll<HTMLElement>("button")].filter(
          (button) =>
            button.textContent?.trim() === label ||
            button.getAttribute("aria-label")?.startsWith(label),
        );
      // A wrong answer may have taken it away; otherwise its code may still be loading.
      for (let turn = 0; turn < 100 && find().length === 0; turn++) await pause();
      const buttons = find();
      for (const button of index === (press?.length ?? 0) - 1 ? buttons : buttons.slice(0, 1)) {
        button.click();
      }
      // The dialog that it opens reads more.
      const isOpen = () => document.querySelector("[role$=dialog]") !== null;
      for (let turn = 0; turn < 30 && !isOpen(); turn++) await pause();
      await pause();
      isSettled = await until(window.consoleObserver.isSettled);
    }
    return look(isSettled);
  }, way);

/** Presses every 'Try again' as long as there is one, in at most five rounds. */
export const tryAgain = (page: Page): Promise<Sight> =>
  page.evaluate(async () => {
    const { look, pause, retries, until } = window.consoleObserver;
    let isSettled = true;
    for (let round = 0; round < 5 && retries().length > 0; round++) {
      for (const button of retries()) button.click();
      await pause();
      isSettled = await until(window.consoleObserver.isSettled);
    }
    return look(isSettled);
  });

declare global {
  interface Window {
    consoleObserver: ReturnType<typeof createObserver>;
  }
}

/** The script that the page has to run first, for `loadAgain` and `tryAgain`. */
export const observer = (patience: number) =>
  `window.consoleObserver = (${createObserver.toString()})(${patience});`;

function createObserver(patience: number) {
  const pause = () => new Promise<void>((done) => setTimeout(done, 10));
  const until = async (isSo: () => boolean) => {
    const end = performance.now() + patience;
    while (!isSo()) {
      if (performance.now() > end) return false;
      await pause();
    }
    return true;
  };
  const isSettled = () =>
    document.querySelector("#page h1") !== null &&
    document.querySelector('[aria-busy="true"]') === null;
  /** The mail preview has a time-out, which on a busy machine is no sign of wrong answers. */
  const isPreview = (button: Element) =>
    button.closest('[role="alert"]')?.textContent?.startsWith("The preview could not be loaded.");
  const retries = () =>
    [...document.querySelectorAll("button")].filter(
      (button) =>
        button.textContent?.trim() === "Try again" && !button.disabled && !isPreview(button),
    );

  const wrong = /.{0,30}(\bNaN\b|\bundefined\b|\[object|Invalid Date|\bInfinity\b|\[native code)/;
  const spoken = ["aria-label", "title", "alt", "placeholder", "aria-valuetext"];
  const texts = function* () {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not seen
    yield* document.body.innerText.split("\n");
    for (const field of document.querySelectorAll("input, textarea")) {
      yield (field as HTMLInputElement | HTMLTextAreaElement).value;
    }
    for (const name of spoken) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        yield element.getAttribute(name) ?? "";
      }
    }
  };
  const named = (section: Element) =>
    document.getElementById(section.getAttribute("aria-labelledby") ?? "")?.textContent ?? "";

  const look = (isSettled: boolean) => {
    const sections = [
      ...document.querySelectorAll<HTMLElement>(
        "#page section[aria-labelledby], #page [role=tabpanel]:not([hidden])",
      ),
    ].filter((section) => !section.parentElement?.closest("section, [role=tabpanel]"));
    const isBlank = (section: HTMLElement) =>
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not seen
      section.innerText.replace(named(section), "").trim() === "" &&
      !section.querySelector("input, textarea, img, iframe");
    const lost = [...document.querySelectorAll("#page p")].some(
      ({ textContent }) => textContent === "This page could not be shown.",
    );
    return {
      isSettled,
      missing: [
        ...(document.querySelector('nav[aria-label="Main"] a') ? [] : ["navigation"]),
        ...(document.querySelector("header button") ? [] : ["header"]),
        ...(document.querySelector("#page h1") && !lost ? [] : ["screen"]),
      ],
      title: document.querySelector("#page h1")?.textContent ?? undefined,
      hasDialog: document.querySelector('[role="dialog"]') !== null,
      regions: sections.map(named),
      blank: sections.filter(isBlank).map(named),
      programWords: [...texts()].flatMap((text) => wrong.exec(text)?.[0] ?? []),
      runningAddresses: [...document.querySelectorAll("[href], [src], [action]")]
        .flatMap((element) => ["href", "src", "action"].map((name) => element.getAttribute(name)))
        .filter((address) => /^\s*(javascript|vbscript|data:text)/i.test(address ?? ""))
        .map(String),
      retries: retries().length,
    };
  };
  return { isSettled, look, pause, retries, until };
}
