import { useEffect, useState } from "react";
import { designScale } from "@/shared/ui/design-scale";
import type { Section } from "./section-index";

/** Header, group picker and index cover the top of the page, and a section's heading stands below a gap. */
const coveredTop = 168;

/** jsdom has no IntersectionObserver. */
const canObserve = () => "IntersectionObserver" in globalThis;

/** The id of the first section in view. `sections` is a constant, so that they are observed only once. */
export function useSectionInView(sections: readonly Section[]): string | undefined {
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
