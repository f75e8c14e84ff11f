import "@/shared/config/zod";
import "@testing-library/jest-dom/vitest";
import "./dom-without-layout";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The real server answers, on a machine of any speed; a long timeout costs a passing test nothing.
configure({ asyncUtilTimeout: 60_000 });

// The next test file uses the same document.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // A dialog that is open at the end of a test leaves the page unusable.
  document.body.removeAttribute("style");
  document.body.removeAttribute("data-scroll-locked");
});
