import { useLayoutEffect, useRef } from "react";
import { isTyping, shortcutKey } from "@/shared/keyboard/pressed-key";

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The name of the modifier key for commands on this machine. */
export const commandKey = isMac ? "⌘" : "Ctrl";

/** Shortcuts of the whole console: the palette everywhere, the sheet unless someone is typing. */
export function useShortcuts({
  onPalette,
  onSheet,
}: {
  onPalette: () => void;
  onSheet: () => void;
}) {
  const actions = useRef({ onPalette, onSheet });
  actions.current = { onPalette, onSheet };
  // Not an effect, which runs after the paint: keys pressed before it would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const withCommand = event.ctrlKey || event.metaKey;
      if (withCommand && !event.shiftKey && !event.altKey && shortcutKey(event) === "k") {
        event.preventDefault();
        actions.current.onPalette();
      } else if (event.key === "?" && !withCommand && !isTyping(event.target)) {
        event.preventDefault();
        actions.current.onSheet();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
