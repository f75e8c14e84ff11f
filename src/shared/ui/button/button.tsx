import type { ComponentProps, MouseEvent, ReactNode } from "react";
import styles from "./button.module.css";
import { Kbd } from "./kbd";

type Look = {
  variant?: "secondary" | "primary" | "ghost" | "danger" | "danger-solid" | undefined;
  size?: "md" | "sm" | "lg" | undefined;
  /** As wide as its container. */
  block?: boolean | undefined;
};

/** The look of a button as props, for another element: a router's Link, for example. */
export function buttonProps({ variant = "secondary", size = "md", block = false }: Look = {}) {
  return {
    className: styles.button,
    "data-variant": variant,
    "data-size": size,
    "data-block": block ? "" : undefined,
  };
}

export type BaseProps = ComponentProps<"button"> &
  Look & {
    /** True while its last click is being handled: the button shows that, and ignores clicks. */
    busy?: boolean | undefined;
    "data-icon-only"?: "";
  };

/**
 * The base of every button of the kit. A busy button is `aria-disabled` and ignores clicks: a
 * natively disabled one would lose the keyboard's focus, and with it the operator's place.
 */
export function BaseButton({ variant, size, block, busy = false, className, ...rest }: BaseProps) {
  const idle = busy || rest["aria-disabled"] === true || rest["aria-disabled"] === "true";
  const look = buttonProps({ variant, size, block });
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!idle) return rest.onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <button
      type="button"
      {...look}
      {...rest}
      className={className ? `${look.className} ${className}` : look.className}
      aria-busy={busy || undefined}
      aria-disabled={idle || undefined}
      onClick={press}
    />
  );
}

type ButtonProps = Omit<BaseProps, "data-icon-only"> & {
  icon?: ReactNode;
  /** The key that presses it, shown only while that key would work. */
  hint?: string | undefined;
};

/** The spinner replaces the icon, or lies over the label, so that name and width stay the same. */
export function Button({ icon, hint, children, ...rest }: ButtonProps) {
  const spinner = icon ? (
    <Spinner />
  ) : (
    <span className={styles.over}>
      <Spinner />
    </span>
  );
  return (
    <BaseButton aria-keyshortcuts={hint} {...rest}>
      {rest.busy ? spinner : icon}
      <span className={styles.label}>{children}</span>
      {hint && <Kbd aria-hidden="true">{hint}</Kbd>}
    </BaseButton>
  );
}

type LinkButtonProps = ComponentProps<"a"> & Look & { icon?: ReactNode };

export function LinkButton({ variant, size, block, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...buttonProps({ variant, size, block })} {...rest}>
      {icon}
      <span className={styles.label}>{children}</span>
    </a>
  );
}

/** Decorative: `aria-busy` or a text beside it says what is being waited for. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" data-spinner="" />;
}
