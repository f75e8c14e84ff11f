import { Tabs as RadixTabs } from "radix-ui";
import { createContext, type ReactNode, use, useId } from "react";
import { keepInRow } from "./focus/focus";
import { Count } from "./status/badge";
import styles from "./tabs.module.css";
import { useOverflow } from "./use-overflow";

type TabsProps<V extends string> = {
  /** Names the list of tabs. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  /** Called when a tab may be chosen next, so that its code or data can be fetched. */
  onHint?: (value: V) => void;
  tabs: readonly { value: V; label: string; count?: number }[];
  children: ReactNode;
};

const idsOf = (tabs: string, value: string) => ({
  tab: `${tabs}-tab-${value}`,
  panel: `${tabs}-panel-${value}`,
});

const OfTabs = createContext({ id: "", chosen: "" });

export function Tabs<V extends string>({
  label,
  value,
  onChange,
  onHint,
  tabs,
  children,
}: TabsProps<V>) {
  const id = useId();
  const [list, hidden] = useOverflow();
  function change(chosen: string) {
    const tab = tabs.find((candidate) => candidate.value === chosen);
    if (tab) onChange(tab.value);
  }
  return (
    // Manual: a tab that is refused because of unsaved text gets the focus back, and must not ask
    // again.
    <RadixTabs.Root
      className={styles.tabs}
      value={value}
      onValueChange={change}
      activationMode="manual"
    >
      <RadixTabs.List ref={list} className={styles.list} aria-label={label} data-hides={hidden}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            ref={tab.value === value ? keepInRow : undefined}
            value={tab.value}
            id={idsOf(id, tab.value).tab}
            // The other tabs' panels are not in the page.
            aria-controls={tab.value === value ? idsOf(id, tab.value).panel : undefined}
            className={styles.tab}
            data-tab={tab.value}
            onPointerEnter={() => onHint?.(tab.value)}
            onFocus={() => onHint?.(tab.value)}
          >
            {tab.label} {tab.count !== undefined && <Count>{tab.count}</Count>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <OfTabs value={{ id, chosen: value }}>{children}</OfTabs>
    </RadixTabs.Root>
  );
}

/**
 * Renders only the chosen panel. Radix's own panel waits for animations, of which we have none: it
 * reads the style of its element on mount and renders a second time before the frame.
 */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const { id, chosen } = use(OfTabs);
  if (value !== chosen) return null;
  const { tab, panel } = idsOf(id, value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have no focusable content
    <div role="tabpanel" id={panel} aria-labelledby={tab} tabIndex={0}>
      {children}
    </div>
  );
}
