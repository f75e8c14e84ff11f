import { type ReactNode, type RefObject, useMemo } from "react";
import { type Control, useController } from "react-hook-form";
import { counted } from "@/shared/format/number";
import { CodeArea } from "@/shared/ui/form-controls/code-area";
import { Field } from "@/shared/ui/form-controls/field";
import type { NewsletterFields } from "../schema";
import styles from "./settings-form.module.css";

type TemplateFieldProps<Output> = {
  control: Control<NewsletterFields, unknown, Output>;
  required: boolean;
  badLines: readonly number[];
  editor: RefObject<HTMLTextAreaElement | null>;
  /** Shown beside the label. */
  action: ReactNode;
};

/** In characters. Colouring a longer template would slow down typing. */
const mostColoured = 60_000;

export function TemplateField<Output>({
  control,
  required,
  badLines,
  editor,
  action,
}: TemplateFieldProps<Output>) {
  const { field, fieldState } = useController({ control, name: "mjml_template" });
  const { value, ref, ...rest } = field;
  const lines = value.split("\n").length;
  const coloured = useMemo(() => colour(value), [value]);
  return (
    <Field
      label="MJML template"
      required={required}
      error={fieldState.error?.message}
      hint="Variables: subscriber_name, products (name, price, old_price, image_url, url), unsubscribe_url."
      aside={
        <span className={styles.aside}>
          <span>{counted(lines, "line")}</span>
          {action}
        </span>
      }
    >
      {(props) => (
        <CodeArea
          {...props}
          {...rest}
          ref={(node) => {
            ref(node);
            editor.current = node;
          }}
          value={value}
          coloured={coloured}
          badLines={badLines}
        />
      )}
    </Field>
  );
}

const colour = (template: string) =>
  template.length > mostColoured
    ? undefined
    : templateParts(template).map(({ kind, text }, index) =>
        kind ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text has no ids, only an order
          <span key={index} data-part={kind}>
            {text}
          </span>
        ) : (
          text
        ),
      );

type TemplatePart = {
  /** Undefined for plain text. */
  readonly kind?: "tag" | "attribute" | "variable" | "comment";
  readonly text: string;
};

/** Splits a template into parts of one colour each; joined, the parts are the template. */
export function templateParts(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  let isInTag = false;
  for (const { 0: text, index, groups = {} } of template.matchAll(marks)) {
    const kind = kindOf(groups, isInTag);
    if (groups.open !== undefined) isInTag = true;
    if (groups.close !== undefined) isInTag = false;
    if (!kind) continue;
    if (index > end) parts.push({ text: template.slice(end, index) });
    parts.push({ kind, text });
    end = index + text.length;
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  return parts;
}

const marks =
  /(?<variable>\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\})|(?<comment>\{#[\s\S]*?#\}|<!--[\s\S]*?-->)|(?<open><\/?[a-z][\w-]*)|(?<close>\/?>)|(?<attribute>[\w:-]+=)/gi;

function kindOf(groups: Record<string, string | undefined>, isInTag: boolean) {
  if (groups.variable !== undefined) return "variable";
  if (groups.comment !== undefined) return "comment";
  if (groups.open !== undefined) return "tag";
  if (!isInTag) return undefined;
  return groups.close !== undefined ? "tag" : "attribute";
}
