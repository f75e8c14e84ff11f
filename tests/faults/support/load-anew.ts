import type { Page } from "playwright-core";

/** What an operator sees of a screen once it has settled. */
export type Sight = {
  /** Whether nothing was loading any more before patience ended. */
  readonly isSettled: boolean;
  /** Of the shell: what is missing. */
  readonly missing: readonly string[];
  readonly title: string | undefined;
  readonly hasDialog: boolean;
  /** The screen's parts by name, in order; those with nothing below their heading apart. */
  readonly regions: readonly string[];
  readonly blank: readonly string[];
  /** What a program says where a person should read, with what stands around it. */
  readonly programWords: readonly string[];
  /** Addresses that would run something. */
  readonly runningAddresses: readonly string[];
  readonly retries: number;
};

type Way = {
  readonly token: string;
  readonly at: string;
  /** The label of buttons that fetch more, to be pressed once the screen is there. */
  readonly press?: string | undefined;
};

/**
 * Leaves the console by logging out, which forgets all that was read, and comes back to a screen:
 * a load of everything but the code, in a tenth of the time that a new document takes.
 */
export const loadAnew = (page: Page, way: Way): Promise<Sight> =>
  page.evaluate(async ({ token, at, press }) => {
    const { look, pause, until } = window.consoleEyes;
    const tell = () => window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
    localStorage.removeItem("accessToken");
    tell();
    await until(() => !document.getElementById("page"));
    localStorage.setItem("accessToken", token);
    tell();
    history.pushState({}, "", at);
    let isSettled = await until(window.consoleEyes.isSettled);
    if (press && isSettled) {
      for (const button of document.querySelectorAll("button")) {
        if (button.textContent?.trim() === press) button.click();
      }
      await pause();
      isSettled = await until(window.consoleEyes.isSettled);
    }
    return look(isSettled);
  }, way);

/** Presses every 'Try again' for as long as there is one. */
export const tryAgain = (page: Page): Promise<Sight> =>
  page.evaluate(async () => {
    const { look, pause, retries, until } = window.consoleEyes;
    let isSettled = true;
    for (let round = 0; round < 5 && retries().length > 0; round++) {
      for (const button of retries()) button.click();
      await pause();
      isSettled = await until(window.consoleEyes.isSettled);
    }
    return look(isSettled);
  });

declare global {
  interface Window {
    consoleEyes: ReturnType<typeof openEyes>;
  }
}

/** To be run in the page before anything else: what `loadAnew` and `tryAgain` look with. */
export const eyes = (patience: number) =>
  `window.consoleEyes = (${openEyes.toString()})(${patience});`;

function openEyes(patience: number) {
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
  /** The preview of mails gives up by the clock, which on a busy machine says nothing of answers. */
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
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is nothing to see
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
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is nothing to see
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
