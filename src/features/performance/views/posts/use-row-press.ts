import { type MouseEvent, useEffect, useRef } from "react";

/** How long the second click of a double click may take, in milliseconds. */
const doubleClick = 250;

/**
 * Handlers for a table whose rows open at a press, and whose texts can still be marked: a drag and a
 * double click open nothing. So a click on a text waits for the second click; any other click, a tap
 * and a key open the row at once.
 * @param rowOf returns the row of an element of the table
 */
export function useRowPress(
  rowOf: (target: EventTarget) => HTMLElement | null,
  open: (row: HTMLElement) => void,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const forget = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onMouseDown: forget,
    onKeyDownCapture: forget,
    onClick: (event: MouseEvent<HTMLElement>) => {
      const row = rowOf(event.target);
      if (!row || isMarked(row)) return;
      if (!isOfMouse(event) || !isOnText(event)) open(row);
      else if (event.detail === 1) timer.current = setTimeout(() => open(row), doubleClick);
    },
  };
}

/** Returns true if a text is marked in this row, or in a part of it. */
export function isMarked(row: HTMLElement) {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return false;
  const range = selection.getRangeAt(0);
  // A triple click marks up to the beginning of the next row.
  const isAtBegin = range.endOffset === 0 && !!row.firstElementChild?.contains(range.endContainer);
  return range.intersectsNode(row) && !isAtBegin;
}

/** A press of a key has no detail. Older browsers do not say what has clicked. */
const isOfMouse = ({ detail, nativeEvent }: MouseEvent) =>
  detail > 0 && !(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch");

/** Returns true if a letter is at the point of the click. */
function isOnText({ clientX, clientY }: MouseEvent) {
  // Older browsers cannot tell: there the row opens at once.
  const text = document.caretPositionFromPoint?.(clientX, clientY)?.offsetNode;
  if (text?.nodeType !== Node.TEXT_NODE) return false;
  const range = document.createRange();
  range.selectNode(text);
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
  );
}
