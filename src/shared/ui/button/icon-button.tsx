import type { ReactElement } from "react";
import { BaseButton, type BaseProps, Spinner } from "./button";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<BaseProps, "children" | "data-icon-only"> & {
  /** The accessible name. */
  label: string;
  icon: ReactElement;
  /** Shown on hover and focus: the name, unless there is more to say. */
  tooltip?: string | undefined;
};

export function IconButton({
  label,
  icon,
  tooltip = label,
  variant = "ghost",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={tooltip} describes={tooltip !== label}>
      <BaseButton aria-label={label} variant={variant} {...rest} data-icon-only="">
        {rest.busy ? <Spinner /> : icon}
      </BaseButton>
    </Tooltip>
  );
}
