import { type RefObject, useLayoutEffect, useRef } from "react";

const timing = { duration: 160, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };

/** In px from the left and the top. */
type Place = readonly [number, number];

/**
 * Slides elements to their new places when one has left, come back or been moved, so that the eye does
 * not lose them. An element that comes back between others fades in.
 *
 * @param holder holds the elements, each with a key of its own in `data-slides`
 * @param shown names what is shown: it changes only if something left, came back or was moved
 */
export function useSlides(holder: RefObject<HTMLElement | null>, shown: string) {
  const last = useRef<{ shown: string; places: ReadonlyMap<string, Place> }>(undefined);
  useLayoutEffect(() => {
    const before = last.current;
    const elements = holder.current?.querySelectorAll<HTMLElement>("[data-slides]") ?? [];
    const places = new Map<string, Place>();
    const ways = [...elements].map((element) => {
      const key = String(element.dataset.slides);
      const to = placeIn(holder.current, element);
      const from = before?.places.get(key);
      places.set(key, to);
      return { element, way: from && ([from[0] - to[0], from[1] - to[1]] as const) };
    });
    last.current = { shown, places };
    const hasMoved = ways.some(({ way }) => way?.some(Boolean));
    if (before?.shown === shown || !hasMoved) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const { element, way } of ways) {
      if (!way) element.animate({ opacity: [0, 1] }, timing);
      else if (way.some(Boolean)) {
        element.animate({ translate: [`${way[0]}px ${way[1]}px`, "0 0"] }, timing);
      }
    }
  });
}

/** Returns the place of an element in its holder. Offsets leave out an animation that moves it now. */
function placeIn(holder: HTMLElement | null, element: HTMLElement): Place {
  const [left, top] = placeOf(element);
  const [startLeft, startTop] = placeOf(holder);
  return [left - startLeft, top - startTop];
}

function placeOf(element: Element | null): Place {
  if (!(element instanceof HTMLElement)) return [0, 0];
  const [left, top] = placeOf(element.offsetParent);
  return [left + element.offsetLeft, top + element.offsetTop];
}
