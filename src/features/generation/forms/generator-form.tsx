import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { accountQueries } from "@/entities/account";
import { categoryQueries } from "@/entities/category";
import { groupQueries } from "@/entities/group";
import { type Id, sameId } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { SelectField, TextAreaField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { fetchFresh } from "@/shared/query/fetch-fresh";
import { useSharedRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Skeleton } from "@/shared/ui/skeleton";
import { goesOutOn } from "../goes-out";
import { generationFailure, useGenerateAndApprove } from "../mutations";
import { type GeneratePost, generatorFormSchema } from "../schema";
import type { AskedPost } from "../views/generate-question";
import { CategoryField } from "./category-field";
import styles from "./generator-form.module.css";
import { TextFits } from "./text-fits";

const GenerateQuestion = lazyWithPreload(
  () => import("../views/generate-question").then((part) => part.GenerateQuestion),
  { preloadWhenSettled: true },
);

type GeneratorFormProps = {
  group: Id;
  /** Opens the screen on which the post is found afterwards. */
  onPublishing: () => void;
};

type Asked = AskedPost & { readonly answer: (isSure: boolean) => void };

/** A post from the operator's own text: made, approved and scheduled in one step. */
export function GeneratorForm({ group, onPublishing }: GeneratorFormProps) {
  const groups = useSharedRead(groupQueries.list()).items;
  const client = useQueryClient();
  const generate = useGenerateAndApprove(onPublishing);
  const [asked, setAskedPost] = useState<Asked>();
  const [isAsking, setAsking] = useState(false);
  const setAsked = (next: Asked) => {
    setAskedPost(next);
    setAsking(true);
  };
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
    save: async ({ account_group_id: chosen, ...post }) => {
      const account_group_id = groups.find(({ id }) => sameId(id, chosen))?.id ?? group;
      const goesOut = await readGoesOut(client, account_group_id, post);
      const isSure = await new Promise<boolean>((answer) =>
        setAsked({ text: post.text_content, prompt: post.prompt, goesOut, answer }),
      );
      if (!isSure) return { kind: "held" };
      return generate.send({ body: { ...post, account_group_id } });
    },
  });
  const { control } = form;
  const { isSubmitting } = useFormState({ control });

  function answer(isSure: boolean) {
    asked?.answer(isSure);
    setAsking(false);
  }
  const chosen = useWatch({ control, name: "account_group_id" });
  const chosenGroup = groups.find(({ id }) => sameId(id, chosen))?.id;

  return (
    <>
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
          <TextAreaField
            control={control}
            name="text_content"
            label="Post text"
            rows={5}
            required
          />
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
          placeholder="Optional. Describe the image."
        />
        <footer className={styles.foot}>
          <p>The post is generated, approved and scheduled in one step.</p>
          <Button type="submit" variant="primary" icon={<Sparkles />} busy={isSubmitting}>
            Generate and Approve
          </Button>
        </footer>
      </ConsoleForm>
      <LazyDialog open={isAsking} onOpenChange={() => answer(false)}>
        {asked && <GenerateQuestion post={asked} open={isAsking} onAnswer={answer} />}
      </LazyDialog>
    </>
  );
}

/** Read again, as an account may have changed since. Undefined if that fails. */
async function readGoesOut(
  client: QueryClient,
  group: Id,
  { content_category_id, prompt }: Pick<GeneratePost, "content_category_id" | "prompt">,
) {
  try {
    const [accounts, categories] = await Promise.all([
      fetchFresh(client, accountQueries.ofGroup(group)),
      fetchFresh(client, categoryQueries.ofGroup(group)),
    ]);
    const category = categories.items.find(({ id }) => sameId(id, content_category_id));
    return category && goesOutOn(accounts.items, category, Boolean(prompt));
  } catch {
    return undefined;
  }
}
