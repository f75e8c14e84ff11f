import type { ReactElement } from "react";
import { type BaseProps, baseButton } from "./button";
import { Spinner } from "./spinner";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<BaseProps, "children" | "data-icon-only"> & {
  /** The accessible name. */
  label: string;
  icon: ReactElement;
  /** What is shown on hover and focus: the name, unless there is more to say. */
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
      {baseButton({
        "aria-label": label,
        variant,
        ...rest,
        "data-icon-only": "",
        children: rest.busy ? <Spinner /> : icon,
      })}
    </Tooltip>
  );
}
