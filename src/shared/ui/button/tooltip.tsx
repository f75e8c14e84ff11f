import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { landmarkOf } from "../focus/focus";
import styles from "./tooltip.module.css";

type Side = "top" | "right" | "bottom" | "left";

type TooltipProps = {
  /** If undefined, no tooltip is shown. */
  text: string | undefined;
  side?: Side;
  /** False if the text only repeats the name, which a screen reader should not say twice. */
  describes?: boolean;
  /** An element that accepts a button's handlers. */
  children: ReactElement<Handlers & { "aria-describedby"?: string | undefined }>;
};

type Handler<Event> = ((event: Event) => void) | undefined;
type Handlers = {
  onPointerEnter?: Handler<PointerEvent<HTMLElement>>;
  onPointerLeave?: Handler<PointerEvent<HTMLElement>>;
  onPointerDown?: Handler<PointerEvent<HTMLElement>>;
  onClick?: Handler<MouseEvent<HTMLElement>>;
  onFocus?: Handler<FocusEvent<HTMLElement>>;
  onBlur?: Handler<FocusEvent<HTMLElement>>;
};

/** In milliseconds: a pointer that only passes over opens nothing. */
const openDelay = 300;
/** In milliseconds: for this long after a tooltip has closed, its neighbours open at once. */
const neighbourly = 300;
/** In milliseconds: time for the pointer to reach the text, which may be selected. */
const closeDelay = 100;
/** In px, from the trigger and from the window's edge. */
const [gap, margin] = [6, 8];

/** The tooltip that is open, at most one on the page. The ref of its timer identifies it. */
let shown: { readonly timer: object; readonly close: () => void } | undefined;
let lastClosed = 0;
let opened = 0;

type Open = {
  readonly id: string;
  readonly trigger: HTMLElement;
  readonly landmark: HTMLElement | null;
};

/**
 * Radix's own tooltip brings as much positioning code as all the rest of a screen's kit. A screen
 * has dozens of tooltips, of which at most one is open: everything that only the open one needs is
 * in Bubble.
 */
export function Tooltip({ text, side = "top", describes = true, children }: TooltipProps) {
  const [open, setOpen] = useState<Open>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function close() {
    clearTimeout(timer.current);
    if (shown?.timer === timer) {
      shown = undefined;
      lastClosed = Date.now();
    }
    setOpen(undefined);
  }
  function show(trigger: HTMLElement) {
    clearTimeout(timer.current);
    // An expanded trigger shows more than its tooltip, and a removed one needs none.
    const isSilent = trigger.getAttribute("aria-expanded") === "true" || !trigger.isConnected;
    if (text === undefined || shown?.timer === timer || isSilent) return;
    shown?.close();
    shown = { timer, close };
    opened++;
    setOpen({ id: `tooltip-${opened}`, trigger, landmark: landmarkOf(trigger) });
  }
  const after = (delay: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delay);
  };

  const own: Required<Handlers> = {
    onPointerEnter: ({ pointerType, currentTarget }) => {
      if (pointerType === "touch") return;
      const isNeighbour = shown !== undefined || Date.now() - lastClosed < neighbourly;
      after(isNeighbour ? 0 : openDelay, () => show(currentTarget));
    },
    onPointerLeave: () => (open ? after(closeDelay, close) : close()),
    onPointerDown: close,
    onClick: close,
    // A dialog that opens or closes moves the focus too, and nobody asked for a tooltip then.
    onFocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && show(currentTarget),
    onBlur: close,
  };
  const { props } = children;

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: both(props.onPointerEnter, own.onPointerEnter),
        onPointerLeave: both(props.onPointerLeave, own.onPointerLeave),
        onPointerDown: both(props.onPointerDown, own.onPointerDown),
        onClick: both(props.onClick, own.onClick),
        onFocus: both(props.onFocus, own.onFocus),
        onBlur: both(props.onBlur, own.onBlur),
        ...(describes && open && { "aria-describedby": props["aria-describedby"] ?? open.id }),
      })}
      {open &&
        text !== undefined &&
        createPortal(
          <Bubble
            {...open}
            text={text}
            side={side}
            describes={describes}
            timer={timer}
            onClose={close}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={() => after(closeDelay, close)}
          />,
          open.landmark ?? document.body,
        )}
    </>
  );
}

const both =
  <Event,>(theirs: Handler<Event>, own: (event: Event) => void) =>
  (event: Event) => {
    theirs?.(event);
    own(event);
  };

type BubbleProps = Open & {
  text: string;
  side: Side;
  describes: boolean;
  timer: object;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
};

/**
 * Esc closes the tooltip and nothing else; one that only repeats a name leaves the key to the dialog
 * around it too. Scrolling closes it as well, because it would not follow.
 */
function Bubble({
  id,
  trigger,
  text,
  side,
  describes,
  timer,
  onClose,
  onPointerEnter,
  onPointerLeave,
}: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, trigger, side);
  });
  useEffect(() => {
    const onScroll = () => close();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      if (describes) event.stopPropagation();
      close();
    };
    window.addEventListener("scroll", onScroll, true);
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("scroll", onScroll, true);
      window.removeEventListener("keydown", onKeyDown, true);
      if (shown?.timer === timer) shown = undefined;
    };
  }, [timer, describes]);
  return (
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className={styles.tooltip}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      {text}
    </div>
  );
}

const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;

/**
 * Places the bubble beside the trigger, on the opposite side if there is no room, and never beyond
 * the window.
 */
function place(bubble: HTMLElement, trigger: HTMLElement, side: Side) {
  const around = trigger.getBoundingClientRect();
  // Finds where 0, 0 is: an ancestor may be the containing block of `fixed`.
  bubble.style.left = bubble.style.top = "0";
  const own = bubble.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const room = {
    top: around.top - own.height,
    bottom: clientHeight - around.bottom - own.height,
    left: around.left - own.width,
    right: clientWidth - around.right - own.width,
  };
  const at = room[side] < gap + margin && room[opposite[side]] > room[side] ? opposite[side] : side;
  const wanted = {
    top: [middle(around.left, around.width, own.width), around.top - gap - own.height],
    bottom: [middle(around.left, around.width, own.width), around.bottom + gap],
    left: [around.left - gap - own.width, middle(around.top, around.height, own.height)],
    right: [around.right + gap, middle(around.top, around.height, own.height)],
  } as const;
  const [x, y] = wanted[at];
  bubble.style.left = `${within(x, clientWidth - own.width) - own.left}px`;
  bubble.style.top = `${within(y, clientHeight - own.height) - own.top}px`;
}

const middle = (start: number, length: number, own: number) => start + (length - own) / 2;
const within = (at: number, most: number) => Math.max(margin, Math.min(at, most - margin));
