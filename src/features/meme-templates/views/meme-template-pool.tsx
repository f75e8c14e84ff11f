import { Laugh } from "lucide-react";
import { ReplaceQuestion, useEdited, useReplacing } from "@/shared/forms/record-form";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { Split } from "@/shared/ui/split";
import { TemplateForm } from "../forms/template-form";
import { useTemplateForm } from "../forms/use-template-form";
import { memeTemplateQueries } from "../queries";
import styles from "./meme-template-pool.module.css";
import { TemplateCard } from "./template-card";

export function MemeTemplatePool() {
  return (
    <Region title="Meme Template Pool Manager" id="meme-templates">
      <PanelBoundary loading={<LoadingTemplates />}>
        <Pool />
      </PanelBoundary>
    </Region>
  );
}

function Pool() {
  const templates = useRead(memeTemplateQueries.list()).items;
  const { edited, hold } = useEdited(templates);
  const template = useTemplateForm(edited, () => hold(undefined));
  const replacing = useReplacing(template.form, hold, "name");
  return (
    <>
      <Split
        aside={
          <TemplateForm
            {...template}
            editing={edited?.name}
            onCancel={() => replacing.replace(undefined)}
          />
        }
      >
        {templates.length === 0 ? (
          <NoTemplates />
        ) : (
          <ul className={styles.grid} aria-label="Meme templates">
            {templates.map((one) => (
              <li key={one.id}>
                <TemplateCard template={one} onEdit={() => replacing.replace(one.id)} />
              </li>
            ))}
          </ul>
        )}
      </Split>
      <ReplaceQuestion replacing={replacing} />
    </>
  );
}

const NoTemplates = () => (
  <Panel className={styles.none}>
    <EmptyState
      icon={<Laugh />}
      title="No meme templates yet"
      hint="Meme categories need at least one. Add its picture and a line on how the joke works."
    />
  </Panel>
);

const LoadingTemplates = () => (
  <Loading label="Loading the meme templates">
    <div className={styles.grid}>
      <Skeleton height={300} radius={8} />
      <Skeleton height={300} radius={8} />
      <Skeleton height={300} radius={8} />
    </div>
  </Loading>
);
