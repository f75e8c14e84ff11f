import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { type Account, accountQueries } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { FormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button";
import { TitledPanel } from "@/shared/ui/panel";
import { Split } from "@/shared/ui/split";
import { publishFailure, targetsOf, usePublishDirectly } from "../direct-publishing";
import { type PostResult, resultsOf, sentTo } from "../posting";
import { directPostSchema } from "../schema";
import { DirectPreviews } from "../views/direct-publishing-previews";
import { type DirectPost, PublishQuestion } from "../views/direct-publishing-question";
import { DirectResults } from "../views/direct-publishing-results";

type DirectPublishingFormProps = {
  group: Id;
  accounts: readonly Account[];
  refreshes: readonly QueryKey[];
};

type Asked = { readonly post: DirectPost; readonly answer: (isSure: boolean) => void };
type Published = {
  readonly text: string;
  readonly results: readonly PostResult[];
  readonly message: string | undefined;
};

/** The group comes from the screen, not from a field. */
const formSchema = z.omit(directPostSchema, { account_group_id: true });
const blank = { text_content: "", image_url: "" };

/** Asks for confirmation before it sends, because the post is public at once. */
export function DirectPublishingForm({ group, accounts, refreshes }: DirectPublishingFormProps) {
  const client = useQueryClient();
  const publish = usePublishDirectly(refreshes);
  const [asked, setAsked] = useState<Asked>();
  const [published, setPublished] = useState<Published>();
  const form = useConsoleForm({
    schema: formSchema,
    defaults: blank,
    draft: `direct-${group}`,
    failure: publishFailure,
    save: async (post) => {
      const { targets, left } = targetsOf(await renewed(), post.image_url !== null);
      if (targets.length === 0) {
        const message =
          left.length > 0
            ? "No active account of this group takes a post without a picture."
            : "No active account of this group has working keys: test them under Social Accounts.";
        form.setError(
          left.length > 0 ? "image_url" : "text_content",
          { message },
          { shouldFocus: true },
        );
        return { kind: "held" };
      }
      if (!(await new Promise<boolean>((answer) => setAsked({ post, answer })))) {
        return { kind: "held" };
      }
      const outcome = await publish.send({ body: { account_group_id: group, ...post } });
      if (wasDone(outcome)) {
        const { publishing_results: answered, message } =
          outcome.kind === "ok" ? outcome.reply : {};
        setPublished({
          text: post.text_content,
          results: answered ? resultsOf(targets, answered.items) : sentTo(targets),
          message: answered ? undefined : (message ?? undefined),
        });
      }
      return outcome;
    },
  });
  const { control } = form;
  const { isSubmitting } = useFormState({ control });
  const [text, image] = useWatch({ control, name: ["text_content", "image_url"] });

  /** Refetches before the question: the post goes to the accounts that are active by then. */
  async function renewed() {
    const { queryKey } = accountQueries.ofGroup(group);
    await client.refetchQueries({ queryKey });
    return client.getQueryData(queryKey)?.items ?? accounts;
  }

  function answer(isSure: boolean) {
    asked?.answer(isSure);
    setAsked(undefined);
  }

  return (
    <Split aside={<DirectPreviews accounts={accounts} text={text} image={image?.trim() || null} />}>
      <TitledPanel title="Publish now">
        <ConsoleForm form={form} label="Publish now" stacked>
          <TextAreaField
            control={control}
            name="text_content"
            label="Text content"
            required
            rows={8}
          />
          <TextField
            control={control}
            name="image_url"
            label="Image URL"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            hint="Without one, platforms that need a picture are left out."
          />
          <FormFoot>
            <Button type="submit" variant="primary" icon={<Send />} busy={isSubmitting}>
              Publish
            </Button>
          </FormFoot>
        </ConsoleForm>
      </TitledPanel>
      {published && <DirectResults {...published} onClose={() => setPublished(undefined)} />}
      <PublishQuestion post={asked?.post} accounts={accounts} onAnswer={answer} />
    </Split>
  );
}
