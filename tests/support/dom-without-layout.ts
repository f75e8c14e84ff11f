// jsdom lays nothing out: there is nowhere to scroll, nothing to observe, no pointer to capture. Not
// stubs of Vitest's, which a test that takes back its own would take back for those after it.
Object.assign(Element.prototype, {
  scrollIntoView() {},
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
});
Object.assign(globalThis, {
  scrollTo() {},
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  matchMedia: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
});
document.adoptedStyleSheets ??= [];

/**
 * jsdom goes through every rule of the browser's own sheet for every element whose name is asked for,
 * or that is pressed: a third of these tests. No sheet of the console's is loaded here, and so those
 * that are alike in this are displayed alike, and what is handed down begins at a style of its own.
 */
const likeness = ["style", "hidden", "open", "popover", "type"];
const handedDown = new Map([
  ["visibility", "visible"],
  ["pointer-events", "auto"],
]);
const computed = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

function displayOf(element: Element): string {
  const attributes = likeness.map((name) => element.getAttribute(name));
  const kind = JSON.stringify([element.localName, ...attributes]);
  const display = displays.get(kind) ?? computed(element).display;
  displays.set(kind, display);
  return display;
}

function inheritedBy(element: Element | null, name: string): string | undefined {
  if (!element) return handedDown.get(name);
  const own =
    element.getAttribute("style")?.includes(name) &&
    (element as HTMLElement).style.getPropertyValue(name);
  return own || inheritedBy(element.parentElement, name);
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return computed(element, pseudo);
  const quick = (name: string) => {
    if (name === "display") return displayOf(element);
    return handedDown.has(name) ? inheritedBy(element, name) : undefined;
  };
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => {
      const whole = () => computed(element);
      if (name === "getPropertyValue")
        return (asked: string) => quick(asked) ?? whole().getPropertyValue(asked);
      const asked = name === "pointerEvents" ? "pointer-events" : String(name);
      return quick(asked) ?? Reflect.get(whole(), name);
    },
  });
};
