export type TemplatePart = {
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
