/** The keys that these tests press. */
export type Key = "Enter" | "Escape" | "Control+k";

/**
 * A window of a browser that Playwright cannot drive: as much as WebDriver BiDi and the older
 * WebDriver have in common. Elements are named by CSS selectors.
 */
export type Driver = {
  /** `Firefox 153.7` */
  readonly version: string;
  readonly goTo: (address: string) => Promise<void>;
  /** Runs a function in the page. Its arguments and its result are what JSON can hold. */
  readonly run: <A extends readonly unknown[], R>(
    script: (...given: A) => R | Promise<R>,
    ...given: A
  ) => Promise<R>;
  /** Runs a function in the page's frame that has this title. */
  readonly runInFrame: <R>(title: string, script: () => R | Promise<R>) => Promise<R>;
  /** Runs source text in the page, as the browser's own tools do. */
  readonly load: (source: string) => Promise<void>;
  readonly click: (selector: string) => Promise<void>;
  readonly doubleClick: (selector: string) => Promise<void>;
  /** Types into the element that has the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly press: (key: Key) => Promise<void>;
  /** Chooses a file, named by its absolute path, in a file input. */
  readonly chooseFile: (selector: string, path: string) => Promise<void>;
  /** What the browser has complained about so far: errors, and violations of the security policy. */
  readonly complaints: () => readonly string[];
  readonly close: () => Promise<void>;
};
