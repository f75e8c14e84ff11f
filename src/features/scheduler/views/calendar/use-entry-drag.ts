import { type DragEvent, useRef, useState } from "react";
import { useNow } from "@/shared/time/use-now";
import type { Entry } from "../../week";

/** Keeps files and texts that are dragged over the calendar apart from its entries. */
const type = "application/x-scheduled-post";

/** The least height of a day at which a pointer can choose an hour, in px: 2 for each quarter. */
const leastHeight = 192;

/** The place where the entry would be dropped now. */
export type DropPlace = {
  /** Midnight of the day. */
  readonly day: number;
  readonly time: number;
  /** The part of the day above the pointer, from 0 to 1; undefined if only the day is chosen. */
  readonly part: number | undefined;
  /** The time of day under the pointer, if the clocks skip it on that day. */
  readonly skipped: string | undefined;
  /** True if the entry cannot be dropped there: the time has passed, is its own, or does not exist. */
  readonly isRefused: boolean;
};

/**
 * Drags an entry of the calendar to another day, or to an hour of it. The browser's own drag and drop:
 * Escape cancels it, and a window that is too small scrolls.
 */
export function useEntryDrag(hasHours: boolean, onDrop: (entry: Entry, time: number) => void) {
  const now = useNow();
  const [dragged, setDragged] = useState<Entry>();
  const [place, setPlace] = useState<DropPlace>();
  const source = useRef<HTMLElement>(null);

  function end() {
    setDragged(undefined);
    setPlace(undefined);
  }

  function placeOf(day: Date, entry: Entry, { currentTarget, clientY }: DragEvent): DropPlace {
    const { top, height } = currentTarget.getBoundingClientRect();
    const part = hasHours && height >= leastHeight ? (clientY - top) / height : undefined;
    const { time, skipped } = dropTime(day, entry.time, part);
    const isOwn = time === dropTime(new Date(entry.time), entry.time).time;
    const isRefused = isOwn || skipped !== undefined || time <= now;
    return { day: day.getTime(), time, skipped, part, isRefused };
  }

  return {
    dragged,
    place,
    ofEntry: (entry: Entry) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        // Firefox drags only what has data.
        event.dataTransfer.setData(type, String(entry.time));
        event.dataTransfer.effectAllowed = "move";
        source.current = event.currentTarget;
        setDragged(entry);
      },
      onDragEnd: end,
    }),
    ofDay: (day: Date) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!dragged || !event.dataTransfer.types.includes(type)) return;
        const next = placeOf(day, dragged, event);
        if (place?.day !== next.day || place.time !== next.time || place.skipped !== next.skipped)
          setPlace(next);
        // A refused drop is left to the browser, which shows so and does not drop.
        if (next.isRefused) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setPlace(undefined);
        }
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (!dragged || !event.dataTransfer.types.includes(type)) return;
        event.preventDefault();
        const { time, isRefused } = placeOf(day, dragged, event);
        end();
        if (isRefused) return;
        // The dialog gives the focus back to what had it: to the entry, not to the page.
        source.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
        onDrop(dragged, time);
      },
    }),
  };
}

export type EntryDrag = ReturnType<typeof useEntryDrag>;

/** A drop snaps to this, in minutes. */
const step = 15;

const lastStep = (24 * 60) / step - 1;

/** The time to which a drop would move an entry. */
type DropTime = {
  /** In milliseconds. */
  readonly time: number;
  /** The time of day that is chosen, such as '02:30', if the clocks skip it on that day. */
  readonly skipped: string | undefined;
};

/**
 * Returns the time of a drop on a day: at this part of it, from 0 at its beginning to 1 at its end. If
 * the part is undefined, at the time of day that the entry had.
 */
export function dropTime(day: Date, had: number, part?: number): DropTime {
  const was = new Date(had);
  const minutes =
    part === undefined
      ? was.getHours() * 60 + was.getMinutes()
      : Math.min(Math.max(Math.floor(part * (lastStep + 1)), 0), lastStep) * step;
  // As a local time: a day on which the clock changes has 23 or 25 hours.
  const at = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minutes);
  const isSkipped = at.getHours() * 60 + at.getMinutes() !== minutes;
  return { time: at.getTime(), skipped: isSkipped ? clockTime(minutes) : undefined };
}

const clockTime = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60]
    .map((figure) => String(figure).padStart(2, "0"))
    .join(":");
