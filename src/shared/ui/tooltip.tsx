import { Tooltip as RadixTooltip, Slot } from "radix-ui";
import type { ComponentProps, FocusEvent, ReactElement, ReactNode } from "react";
import styles from "./tooltip.module.css";
import { useLandmark } from "./use-landmark";

/** Stands once at the root: after one tooltip has shown, its neighbours show at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <RadixTooltip.Provider delayDuration={300}>{children}</RadixTooltip.Provider>;
}

type TooltipProps = {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  /** False where the text only repeats the name, which a screen reader should not say twice. */
  describes?: boolean;
  children: ReactElement;
};

export function Tooltip({ text, side = "top", describes = true, children }: TooltipProps) {
  const { trigger, landmark, enter } = useLandmark();
  return (
    <RadixTooltip.Root onOpenChange={enter}>
      <RadixTooltip.Trigger asChild ref={trigger} onFocus={onlyFromTheKeyboard}>
        {describes ? children : <Undescribed>{children}</Undescribed>}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal container={landmark}>
        <RadixTooltip.Content
          className={styles.tooltip}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}

/** A dialog that opens or closes moves the focus too, and nobody asked for a tooltip then. */
function onlyFromTheKeyboard(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}

/** Takes the description away that Radix adds to whatever has a tooltip. */
function Undescribed({ "aria-describedby": _, ...rest }: ComponentProps<typeof Slot.Root>) {
  return <Slot.Root {...rest} />;
}
