import { useEffect } from "react";

/**
 * Stands in for the package `react-style-singleton`, through which Radix locks scrolling behind a
 * dialog: that one appends a <style> element, which our Content-Security-Policy refuses. This one
 * adopts a constructed style sheet with the first dialog or menu. It stays, for a sheet that comes or
 * goes has the browser sort all rules anew: all that is in it is of a body that is locked, or of
 * classes that nothing here has.
 *
 * What the page's body hands down to all that is in it, as these do, costs a new style of every
 * element: so the variable of that package, which nothing here reads, is left out, and what the body
 * tells of the pointer ends at the console's own root, which is covered instead.
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

  // The package that asks for this expects a component of its own from every call.
  // biome-ignore lint/correctness/noComponentHookFactories: the shape is the package's
  return function AdoptedSheet({ styles }: { styles: string }) {
    useEffect(() => {
      // What a second one measures is a page that is locked already.
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
