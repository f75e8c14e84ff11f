import { Slot } from "radix-ui";
import {
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import styles from "./tooltip.module.css";
import { useLandmark } from "./use-landmark";

type Side = "top" | "right" | "bottom" | "left";

type TooltipProps = {
  /** Without it there is nothing to say, and nothing is shown. */
  text: string | undefined;
  side?: Side;
  /** False where the text only repeats the name, which a screen reader should not say twice. */
  describes?: boolean;
  children: ReactElement;
};

/** In milliseconds: a pointer that only passes opens nothing. */
const openDelay = 300;
/** For so long after one has shown its neighbours show at once. */
const neighbourly = 300;
/** Time for the pointer to get over to the text, which may be selected. */
const closeDelay = 100;
/** In px, from the trigger and from the window's edge. */
const [gap, margin] = [6, 8];

/** The one of all that is open. */
let shown: { readonly id: string; readonly close: () => void } | undefined;
let lastClosed = 0;

/** The library's own brings as much code for placing it as all the rest of a screen's kit. */
export function Tooltip({ text, side = "top", describes = true, children }: TooltipProps) {
  const id = useId();
  const { trigger, landmark, enter } = useLandmark();
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function close() {
    clearTimeout(timer.current);
    if (shown?.id === id) {
      shown = undefined;
      lastClosed = Date.now();
    }
    setOpen(false);
  }
  function open() {
    clearTimeout(timer.current);
    // What has opened says more.
    const isExpanded = trigger.current?.getAttribute("aria-expanded") === "true";
    if (text === undefined || shown?.id === id || isExpanded) return;
    shown?.close();
    shown = { id, close };
    enter(true);
    setOpen(true);
  }
  const after = (delay: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delay);
  };

  function onPointerEnter({ pointerType }: PointerEvent) {
    if (pointerType === "touch") return;
    const isNeighbour = shown !== undefined || Date.now() - lastClosed < neighbourly;
    after(isNeighbour ? 0 : openDelay, open);
  }
  const onPointerLeave = () => (isOpen ? after(closeDelay, close) : close());
  // A dialog that opens or closes moves the focus too, and nobody asked for a tooltip then.
  const onFocus = ({ currentTarget }: FocusEvent) =>
    currentTarget.matches(":focus-visible") && open();

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (shown?.id === id) shown = undefined;
    },
    [id],
  );
  useWhatCloses(isOpen, close);

  return (
    <>
      <Slot.Root
        ref={trigger}
        {...(describes && isOpen && { "aria-describedby": id })}
        onPointerEnter={onPointerEnter}
        onPointerLeave={onPointerLeave}
        onPointerDown={close}
        onClick={close}
        onFocus={onFocus}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {isOpen &&
        text !== undefined &&
        createPortal(
          <Bubble
            id={id}
            text={text}
            side={side}
            trigger={trigger}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={() => after(closeDelay, close)}
          />,
          landmark ?? document.body,
        )}
    </>
  );
}

/** Esc takes the tooltip away and nothing else; what scrolls leaves it behind. */
function useWhatCloses(isOpen: boolean, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const onScroll = () => latest.current();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener("scroll", onScroll, true);
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("scroll", onScroll, true);
      window.removeEventListener("keydown", onKeyDown, true);
    };
  }, [isOpen]);
}

type BubbleProps = {
  id: string;
  text: string;
  side: Side;
  trigger: RefObject<HTMLElement | null>;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
};

function Bubble({ text, side, trigger, ...rest }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current && trigger.current) place(bubble.current, trigger.current, side);
  });
  return (
    <div ref={bubble} role="tooltip" className={styles.tooltip} {...rest}>
      {text}
    </div>
  );
}

const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;

/** Beside the trigger, on the other side where this one has no room, and never beyond the window. */
function place(bubble: HTMLElement, trigger: HTMLElement, side: Side) {
  const around = trigger.getBoundingClientRect();
  // Where 0, 0 is: an ancestor may be what `fixed` counts from.
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
