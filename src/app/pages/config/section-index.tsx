import { useLinkProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Endpoint } from "@/shared/api/endpoint";
import { useOffered } from "@/shared/query/use-backend";
import { designScale } from "@/shared/ui/design-scale";
import { keepInRow } from "@/shared/ui/focus/focus";
import { useOverflow } from "@/shared/ui/use-overflow";
import styles from "./section-index.module.css";

type Section = {
  readonly id: string;
  readonly label: string;
  /** A call that the backend has to offer, or there is no link. */
  readonly call?: Pick<Endpoint, "capability">;
};

/** Links to the sections of a long page; the one that is in view is marked. */
export function SectionIndex({ sections }: { sections: readonly Section[] }) {
  const current = useSectionInView(sections);
  const [row, hidden] = useOverflow();
  return (
    <nav className={styles.index} aria-label="Sections">
      <div ref={row} data-hides={hidden}>
        {sections.map((section) => (
          <SectionLink key={section.id} section={section} isCurrent={section.id === current} />
        ))}
      </div>
    </nav>
  );
}

const ofEveryBackend = { capability: undefined };

type SectionLinkProps = { section: Section; isCurrent: boolean };

function SectionLink({ section, isCurrent }: SectionLinkProps) {
  const { id, label, call } = section;
  const link = useLinkProps(
    { to: ".", search: true, hash: id, onClick: () => focusSection(id) },
    isCurrent ? keepInRow : undefined,
  );
  if (!useOffered(call ?? ofEveryBackend)) return null;
  return (
    // The router would mark the section that the address names, wherever one has scrolled to.
    <a {...link} aria-current={isCurrent ? "location" : undefined}>
      {label}
    </a>
  );
}

/**
 * Focuses the section's first control: the button that folds it, its chosen tab, or a field. Tab would
 * otherwise go on from the link.
 */
function focusSection(id: string) {
  document
    .querySelector<HTMLElement>(
      `#${id} :is(a, button, input, select, textarea):not([tabindex="-1"], :disabled)`,
    )
    ?.focus({ preventScroll: true });
}

/** Header, group picker and index cover the top of the page, and a section's heading stands below a gap. */
const coveredTop = 168;

/** jsdom has no IntersectionObserver. */
const canObserve = () => "IntersectionObserver" in globalThis;

/** The id of the first section in view. `sections` is a constant, so that they are observed only once. */
function useSectionInView(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    if (!canObserve()) return;
    const shown = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) shown.add(target.id);
          else shown.delete(target.id);
        }
        setCurrent(sections.find(({ id }) => shown.has(id))?.id);
      },
      { rootMargin: `-${coveredTop * designScale()}px 0px 0px` },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
