/** The width of the fade at an end of the row, in px; global.css says it too. */
const fade = 32;

/**
 * A ref for the chosen one of a row that scrolls sideways if not all fit: scrolls the row, and never
 * the page, until it is in view. The row is its parent.
 */
export function keepInRow(item: Element | null) {
  const row = item?.parentElement;
  if (!item || !row) return;
  // Measured in a ResizeObserver: it runs after the frame's own layout and before its paint, so that
  // measuring costs no other layout.
  const observer = new ResizeObserver(() => {
    const frame = row.getBoundingClientRect();
    const { left, right } = item.getBoundingClientRect();
    const [beforeStart, behindEnd] = [frame.left + fade - left, right + fade - frame.right];
    if (behindEnd > 0) row.scrollLeft += behindEnd;
    else if (beforeStart > 0) row.scrollLeft -= beforeStart;
  });
  observer.observe(row);
  return () => observer.disconnect();
}
