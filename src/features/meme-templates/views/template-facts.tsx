import { activeCount } from "@/shared/format/active-count";
import { useRead } from "@/shared/query/use-read";
import { memeTemplateQueries } from "../queries";

/** One line about the pool. */
export function TemplateFacts() {
  const { items: templates, unreadable } = useRead(memeTemplateQueries.list());
  if (templates.length === 0 && unreadable > 0) return null;
  return <p>{templates.length === 0 ? "No templates yet." : activeCount(templates)}</p>;
}
