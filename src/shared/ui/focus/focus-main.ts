/**
 * Gives the page's main part the focus, if nothing else is there to take it. The browser's own
 * scrolling would hide the group picker above it.
 */
export const focusMain = () => document.querySelector("main")?.focus({ preventScroll: true });
