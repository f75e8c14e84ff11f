import { ChevronDown, ChevronUp } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "../button/button";
import styles from "./input.module.css";

type InputProps = Omit<ComponentProps<"input">, "className"> & {
  mono?: boolean | undefined;
  /** Shown inside, at the end: "days", "%". */
  unit?: string | undefined;
  /** An icon inside, at the start. */
  leading?: ReactNode;
};

export function Input({ mono, unit, leading, style, ...rest }: InputProps) {
  const room = unit ? { paddingInlineEnd: `calc(${unit.length}ch + 20px)`, ...style } : style;
  const input = (
    <input
      className={styles.input}
      data-mono={mono ? "" : undefined}
      data-leading={leading ? "" : undefined}
      style={room}
      {...rest}
    />
  );
  if (!unit && !leading) return input;
  return (
    <span className={styles.wrap}>
      {leading}
      {input}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "className"> & { mono?: boolean | undefined };

export function TextArea({ mono, ...rest }: TextAreaProps) {
  return (
    <textarea
      className={`${styles.input} ${styles.area}`}
      data-mono={mono ? "" : undefined}
      {...rest}
    />
  );
}

/** Never offered to a password manager, and never sent to a server for spell checking. */
export function SecretInput(props: Omit<ComponentProps<"input">, "className" | "type">) {
  const [shown, setShown] = useState(false);
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <span className={styles.wrap}>
      <input
        className={`${styles.input} ${styles.secret}`}
        data-mono=""
        // Browsers ignore "off" here, and would fill in the operator's own password.
        autoComplete="new-password"
        autoCapitalize="off"
        spellCheck={false}
        // 1Password, Bitwarden, Dashlane and LastPass.
        data-1p-ignore=""
        data-bwignore=""
        data-form-type="other"
        data-lpignore="true"
        {...props}
        id={id}
        type={shown ? "text" : "password"}
      />
      <span className={styles.reveal}>
        <Button
          variant="ghost"
          size="sm"
          aria-controls={id}
          aria-pressed={shown}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
        </Button>
      </span>
    </span>
  );
}

type NumberInputProps = Omit<ComponentProps<"input">, "className" | "type"> & {
  unit?: string | undefined;
};

/** The wheel scrolls the page and never changes the number. */
export function NumberInput({ unit, ...rest }: NumberInputProps) {
  const wrap = useRef<HTMLSpanElement>(null);
  function step(direction: "stepUp" | "stepDown") {
    const input = wrap.current?.querySelector("input");
    input?.[direction]();
    // Stepping by script fires no event, and React listens for one.
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <span className={styles.wrap} ref={wrap}>
      <input
        className={`${styles.input} ${styles.number}`}
        inputMode="numeric"
        onWheel={(event) => event.currentTarget.blur()}
        {...rest}
        type="number"
      />
      {!rest.disabled && !rest.readOnly && <Stepper onStep={step} />}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

/** For the mouse alone: the keyboard has its arrow keys, and a screen reader its own way to step. */
function Stepper({ onStep }: { onStep: (direction: "stepUp" | "stepDown") => void }) {
  return (
    <span className={styles.stepper} aria-hidden="true" onMouseDown={keepFocus}>
      <button type="button" tabIndex={-1} onClick={() => onStep("stepUp")}>
        <ChevronUp />
      </button>
      <button type="button" tabIndex={-1} onClick={() => onStep("stepDown")}>
        <ChevronDown />
      </button>
    </span>
  );
}

function keepFocus(event: { preventDefault: () => void }) {
  event.preventDefault();
}
