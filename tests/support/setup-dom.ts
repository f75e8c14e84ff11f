import "@/shared/config/zod";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The real server answers, on whatever machine this is: waiting longer costs nothing when all is well.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

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
