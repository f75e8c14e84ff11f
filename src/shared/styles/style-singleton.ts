import { useEffect } from "react";

/**
 * Replaces the package `react-style-singleton`, through which Radix locks scrolling behind a
 * dialog: the package appends a <style> element, which our Content-Security-Policy refuses. This
 * one adopts a constructed style sheet with the first dialog or menu. The sheet stays adopted,
 * because adding or removing one makes the browser sort all rules again. Its rules match only a
 * locked body, or classes that the console does not use.
 *
 * A property that the body passes on to all its descendants makes the browser restyle every
 * element. So the package's custom property, which nothing here reads, is left out, and the body's
 * `pointer-events` end at the console's own root, which is covered instead.
 */
const cover = `
  body[data-scroll-locked] > #root { pointer-events: auto; }
  body[data-scroll-locked]::before {
    content: "";
    position: fixed;
    inset: 0;
    z-index: var(--z-menu);
    pointer-events: auto;
  }
`;

export function styleSingleton() {
  let users = 0;
  let adopted: CSSStyleSheet | undefined;
  let written = "";

  // The package that calls this expects a component of its own from every call.
  // biome-ignore lint/correctness/noComponentHookFactories: the shape is the package's
  return function AdoptedSheet({ styles }: { styles: string }) {
    useEffect(() => {
      // A second dialog would measure a page that is locked already.
      if (users++ === 0 && styles !== written && "adoptedStyleSheets" in document) {
        if (!adopted) {
          adopted = new CSSStyleSheet();
          document.adoptedStyleSheets.push(adopted);
        }
        adopted.replaceSync(`${styles.replace(/--[^;]+;/, "")}${cover}`);
        written = styles;
      }
      return () => {
        users--;
      };
    }, [styles]);
    return null;
  };
}
