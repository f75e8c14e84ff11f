/**
 * Tests that replace a module (`vi.mock`), which has to be done before anything has loaded it: each
 * runs in a process of its own. All others share theirs.
 */
export const replacingTests = {
  inBrowser: [
    "tests/app/hovered-screen.test.tsx",
    "tests/app/missing-code.test.tsx",
    "tests/app/other-origin.test.tsx",
    "tests/features/newsletter/preview-page.test.ts",
    "tests/shared/ui/menu.test.tsx",
    "tests/shared/worker/own-worker.test.ts",
  ],
  onServer: ["tests/server/features/newsletter/mail-renderer.test.ts"],
};
