import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextField } from "@/shared/forms/fields";
import { SaveButton } from "@/shared/forms/save-button";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { saveFailures, useSaveCategory } from "../mutations";
import { type RedditSettings, redditFormSchema } from "../schema";
import { storedReddit } from "../stored-reddit";
import { EditorSection } from "../views/editor-section";
import styles from "./category-forms.module.css";
import { FlairFields } from "./flair-fields";

type RedditFormProps = { category: Category; group: Id };

export function RedditForm({ category, group }: RedditFormProps) {
  const save = useSaveCategory("reddit");
  const { form: current, foreign } = storedReddit(category.reddit_settings);
  const form = useConsoleForm({
    schema: redditFormSchema,
    defaults: current,
    current,
    draft: `category-reddit-${category.id}`,
    failure: saveFailures.reddit,
    save: ({ subreddits, flairs }) =>
      save.send({
        params: { id: category.id },
        body: {
          reddit_settings: {
            subreddits: [...subreddits],
            // What cannot be read here came from a newer server, which can.
            flairs: [...flairs, ...(foreign as RedditSettings["flairs"])],
          },
        },
      }),
  });
  const { control } = form;

  return (
    <EditorSection
      title="Reddit settings"
      hint="Where on Reddit its posts go, and with which flair."
      control={control}
    >
      <ConsoleForm form={form} className={styles.form} label="Reddit settings">
        <TextField
          control={control}
          name="subreddits"
          label="Subreddits"
          autoComplete="off"
          placeholder="serbia, streetwear"
          hint="Separated by commas, with or without r/."
        />
        <FlairFields control={control} group={group} />
        <TextField
          control={control}
          name="manual"
          label="Manual flair ids"
          autoComplete="off"
          mono
          hint="Separated by commas, in the order of the subreddits; an empty place is none. A typed id goes before a chosen flair."
        />
        <footer className={styles.foot}>
          <SaveButton control={control} busy={save.isBusy}>
            Save Reddit settings
          </SaveButton>
        </footer>
      </ConsoleForm>
    </EditorSection>
  );
}
