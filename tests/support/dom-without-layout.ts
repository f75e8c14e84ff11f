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
 * jsdom matches every rule of the browser's default sheet for every element that is pressed, or
 * whose accessible name is computed: a third of these tests' time. No sheet of the console is loaded
 * here. So elements with the same tag and the same values of these attributes have the same
 * `display`, and an inherited property comes from the nearest `style` attribute.
 */
const displayAttributes = ["style", "hidden", "open", "popover", "type"];
const inheritedDefaults = new Map([
  ["visibility", "visible"],
  ["pointer-events", "auto"],
]);
const computed = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

function displayOf(element: Element): string {
  const attributes = displayAttributes.map((name) => element.getAttribute(name));
  const kind = JSON.stringify([element.localName, ...attributes]);
  const display = displays.get(kind) ?? computed(element).display;
  displays.set(kind, display);
  return display;
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
  const quick = (name: string) => {
    if (name === "display") return displayOf(element);
    return inheritedDefaults.has(name) ? inheritedBy(element, name) : undefined;
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
