import { type ReactNode, useId } from "react";
import type { Control, FieldValues } from "react-hook-form";
import { UnsavedBadge } from "@/shared/forms/form-foot";
import styles from "./category-settings.module.css";

type EditorSectionProps<Input extends FieldValues, Output> = {
  title: string;
  hint: string;
  control: Control<Input, unknown, Output>;
  children: ReactNode;
};

/** A part of a category that is saved separately, with its title beside its fields. */
export function EditorSection<Input extends FieldValues, Output>({
  title,
  hint,
  control,
  children,
}: EditorSectionProps<Input, Output>) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h4 id={id}>{title}</h4>
        <p>{hint}</p>
        <UnsavedBadge control={control} />
      </header>
      {children}
    </section>
  );
}
