// jsdom has no layout: there is nowhere to scroll, nothing to observe, no pointer to capture. These
// are not Vitest's stubs, which a test that restores its own would remove for the tests after it.
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
 * jsdom matches every rule of the browser's default sheet for every property that is read: by the
 * queries by role, by `toBeVisible`, and by the code that places a menu. Together that took a third of
 * these tests' time. No sheet of the console is loaded here. So a property comes from the element's own
 * `style` attribute; if not, elements with the same tag and the same values of these attributes have the
 * same values. An inherited property comes from the nearest `style` attribute.
 */
const deciding = ["hidden", "open", "popover", "type", "dir"];
const inheritedDefaults = new Map([
  ["visibility", "visible"],
  ["pointer-events", "auto"],
]);
const computed = window.getComputedStyle.bind(window);
const known = new Map<string, unknown>();

function valueOfKind(element: Element, name: string): unknown {
  const own: unknown =
    element.hasAttribute("style") && Reflect.get((element as HTMLElement).style, name);
  if (own) return own;
  const attributes = deciding.map((attribute) => element.getAttribute(attribute));
  const kind = JSON.stringify([name, element.localName, ...attributes]);
  if (!known.has(kind)) known.set(kind, Reflect.get(computed(withoutStyle(element)), name));
  return known.get(kind);
}

function withoutStyle(element: Element) {
  if (!element.hasAttribute("style")) return element;
  // jsdom's `cloneNode` returns a node of the same class.
  const copy = element.cloneNode() as Element;
  copy.removeAttribute("style");
  return copy;
}

function inheritedBy(element: Element | null, name: string): string | undefined {
  if (!element) return inheritedDefaults.get(name);
  const own =
    element.getAttribute("style")?.includes(name) &&
    (element as HTMLElement).style.getPropertyValue(name);
  return own || inheritedBy(element.parentElement, name);
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return computed(element, pseudo);
  const read = (name: string) => {
    const dashed = name === "pointerEvents" ? "pointer-events" : name;
    if (inheritedDefaults.has(dashed)) return inheritedBy(element, dashed);
    // jsdom inherits colors.
    return /color/i.test(name) ? Reflect.get(computed(element), name) : valueOfKind(element, name);
  };
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) =>
      name === "getPropertyValue" ? (asked: string) => read(asked) ?? "" : read(String(name)),
  });
};
