import { Tabs as RadixTabs } from "radix-ui";
import { createContext, type ReactNode, use, useId, useLayoutEffect, useRef } from "react";
import { Count } from "./badge";
import styles from "./tabs.module.css";

type TabsProps<V extends string> = {
  /** Names the list of tabs. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  /** One may be chosen next: what it needs can be fetched. */
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
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = list.current;
    const chosen = node?.querySelector(`[data-tab="${value}"]`);
    if (!node || !chosen) return;
    // Where not all find room, the chosen one is in view; the page itself stays where it is. Observed
    // and not asked: the answer comes with the frame's layout, before its paint, and costs no other.
    const observer = new ResizeObserver(() => {
      const frame = node.getBoundingClientRect();
      const tab = chosen.getBoundingClientRect();
      if (tab.right > frame.right) node.scrollLeft += tab.right - frame.right;
      else if (tab.left < frame.left) node.scrollLeft -= frame.left - tab.left;
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [value]);

  function change(chosen: string) {
    const tab = tabs.find((candidate) => candidate.value === chosen);
    if (tab) onChange(tab.value);
  }
  return (
    // By hand: a tab that is refused because of unsaved text gets the focus back, and must not ask again.
    <RadixTabs.Root
      className={styles.tabs}
      value={value}
      onValueChange={change}
      activationMode="manual"
    >
      <RadixTabs.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            id={idsOf(id, tab.value).tab}
            // The others' panels are not in the page.
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
 * Only the chosen panel is in the page. The library's own waits for animations that there are none
 * of: it asks for the style of its element as it comes, and is drawn a second time before the frame.
 */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const { id, chosen } = use(OfTabs);
  if (value !== chosen) return null;
  const { tab, panel } = idsOf(id, value);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have nothing in it that takes the focus
    <div role="tabpanel" id={panel} aria-labelledby={tab} tabIndex={0}>
      {children}
    </div>
  );
}
