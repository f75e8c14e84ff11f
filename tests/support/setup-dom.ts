import "@/shared/config/zod";
import "@testing-library/jest-dom/vitest";
import "./dom-without-layout";
import { timeoutManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { connection } from "@/shared/api/connection";

// The real server answers, on a machine of any speed; a long timeout costs a passing test nothing.
configure({
  asyncUtilTimeout: 60_000,
  // The beginning of the document's source, which is the default, says nothing of most failures.
  getElementError: (message) =>
    new Error(`${message ?? ""}\nThe page says: ${document.body.textContent?.slice(0, 4_000)}`),
});

// The window has the focus only under held time: without it toasts stay, however slow a test looks for them.
document.hasFocus = () => vi.isFakeTimers();

// Likewise nothing polls: a test that waits long would not see that a list is not refreshed.
timeoutManager.setTimeoutProvider({
  setTimeout: (call, delay) => setTimeout(call, delay),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (call, delay) => {
    const timer = setInterval(call, delay);
    if (!vi.isFakeTimers()) clearInterval(timer);
    return timer;
  },
  clearInterval: (timer) => clearInterval(timer),
});

// The next test file uses the same document.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // A dialog that is open at the end of a test leaves the page unusable.
  document.body.removeAttribute("style");
  document.body.removeAttribute("data-scroll-locked");
  // A lost call counts as a lost server two seconds later, in the middle of another test.
  connection.heard();
});
