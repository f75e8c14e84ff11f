import { useEffect } from "react";

/**
 * Stands in for the package `react-style-singleton`, through which Radix locks scrolling behind a
 * dialog: that one appends a <style> element, which our Content-Security-Policy refuses. This one
 * adopts a constructed style sheet as long as any dialog or menu needs it.
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

  // The package that asks for this expects a component of its own from every call.
  // biome-ignore lint/correctness/noComponentHookFactories: the shape is the package's
  return function AdoptedSheet({ styles }: { styles: string }) {
    useEffect(() => {
      if (users++ === 0 && "adoptedStyleSheets" in document) {
        adopted = new CSSStyleSheet();
        adopted.replaceSync(`${styles.replace(/--[^;]+;/, "")}${cover}`);
        document.adoptedStyleSheets.push(adopted);
      }
      return () => {
        if (--users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== adopted);
      };
    }, [styles]);
    return null;
  };
}
