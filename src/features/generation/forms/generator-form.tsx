import { Sparkles } from "lucide-react";
import { useWatch } from "react-hook-form";
import { groupQueries } from "@/entities/group";
import { type Id, sameId } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { SelectField, TextAreaField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useSharedRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Skeleton } from "@/shared/ui/skeleton";
import { generationFailure, useGenerateAndApprove } from "../mutations";
import { generatorFormSchema } from "../schema";
import { CategoryField } from "./category-field";
import styles from "./generator-form.module.css";
import { TextFits } from "./text-fits";

/** A post from the operator's own text: made, approved and scheduled in one step. */
export function GeneratorForm({ group }: { group: Id }) {
  const groups = useSharedRead(groupQueries.list()).items;
  const generate = useGenerateAndApprove();
  const form = useConsoleForm({
    schema: generatorFormSchema,
    defaults: {
      account_group_id: String(group),
      content_category_id: "",
      text_content: "",
      prompt: "",
    },
    draft: `generator-${group}`,
    failure: generationFailure,
    save: ({ account_group_id, ...post }) =>
      generate.send({
        body: {
          ...post,
          account_group_id: groups.find(({ id }) => sameId(id, account_group_id))?.id ?? group,
        },
      }),
  });
  const { control } = form;
  const chosen = useWatch({ control, name: "account_group_id" });
  const chosenGroup = groups.find(({ id }) => sameId(id, chosen))?.id;

  return (
    <ConsoleForm form={form} className={styles.form} label="AI Content Generator">
      <div className={styles.choices}>
        <SelectField
          control={control}
          name="account_group_id"
          label="Account group"
          required
          onPicked={() => form.setValue("content_category_id", "")}
          options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        {chosenGroup !== undefined && (
          <CategoryField key={chosen} control={control} group={chosenGroup} />
        )}
      </div>
      <div className={styles.text}>
        <TextAreaField control={control} name="text_content" label="Post text" rows={5} required />
        {chosenGroup !== undefined && (
          // A separate boundary: a failure here must not replace the form.
          <PanelBoundary of={chosen} loading={<Skeleton height={16} />}>
            <TextFits control={control} group={chosenGroup} />
          </PanelBoundary>
        )}
      </div>
      <TextAreaField
        control={control}
        name="prompt"
        label="Image prompt"
        rows={5}
        placeholder="Optional. What the picture should show."
      />
      <footer className={styles.foot}>
        <p>The post is generated, approved and scheduled in one step.</p>
        <Button type="submit" variant="primary" icon={<Sparkles />} busy={generate.isBusy}>
          Generate and Approve
        </Button>
      </footer>
    </ConsoleForm>
  );
}
