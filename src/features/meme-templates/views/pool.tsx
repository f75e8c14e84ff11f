import { Laugh } from "lucide-react";
import { ReplaceQuestion, useEdited, useReplacing } from "@/shared/forms/record-form";
import { useRead } from "@/shared/query/use-read";
import { EmptyPanel } from "@/shared/ui/notice";
import { RecordGrid } from "@/shared/ui/record-grid";
import { Split } from "@/shared/ui/split";
import { TemplateForm } from "../forms/template-form";
import { useTemplateForm } from "../forms/use-template-form";
import { memeTemplateQueries } from "../queries";
import { TemplateCard } from "./template-card";

export function Pool() {
  const templates = useRead(memeTemplateQueries.list()).items;
  const { edited, hold } = useEdited(templates);
  const template = useTemplateForm(edited, () => hold(undefined));
  const replacing = useReplacing(template.form, hold, "name");
  return (
    <>
      <Split
        aside={
          <TemplateForm
            guarded={template}
            editing={edited?.name}
            onCancel={() => replacing.replace(undefined)}
          />
        }
      >
        {templates.length === 0 ? (
          <NoTemplates />
        ) : (
          <RecordGrid column={220} label="Meme templates">
            {templates.map((one) => (
              <li key={one.id}>
                <TemplateCard template={one} onEdit={() => replacing.replace(one.id)} />
              </li>
            ))}
          </RecordGrid>
        )}
      </Split>
      <ReplaceQuestion replacing={replacing} />
    </>
  );
}

const NoTemplates = () => (
  <EmptyPanel
    icon={<Laugh />}
    title="No meme templates yet"
    hint="Meme categories need at least one. Add its picture and a line on how the joke works."
  />
);
