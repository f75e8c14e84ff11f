import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { flairIdsIn } from "../flair-list";
import { saveFailures, useSaveCategory } from "../mutations";
import { useReadCategory } from "../queries";
import { redditFormSchema } from "../schema";
import { redditBody, storedReddit } from "../stored-reddit";
import { EditorSection } from "../views/editor-section";
import styles from "./category-forms.module.css";
import { FlairFields } from "./flair-fields";

type RedditFormProps = { category: Category; group: Id };

export function RedditForm({ category, group }: RedditFormProps) {
  const save = useSaveCategory("reddit");
  const guarded = useGuardedForm({
    schema: redditFormSchema,
    stored: category,
    valuesOf,
    overwrites,
    readStored: useReadCategory(group, category.id),
    draft: `category-reddit-${category.id}`,
    failure: saveFailures.reddit,
    bodyOf: (change, now) => ({ reddit_settings: redditBody(change, now.reddit_settings) }),
    send: (body) => save.send({ params: { id: category.id }, body }),
  });
  const { control } = guarded.form;

  return (
    <EditorSection
      title="Reddit settings"
      hint="Where its posts go on Reddit, and with which flair."
      control={control}
    >
      <GuardedForm guarded={guarded} label="Reddit settings" stacked className={styles.form}>
        <TextField
          control={control}
          name="subreddits"
          label="Subreddits"
          autoComplete="off"
          placeholder="serbia, streetwear"
          hint="Separated by commas, with or without r/."
        />
        <FlairFields control={control} group={group} />
        <SaveFoot control={control} busy={guarded.isBusy}>
          Save Reddit settings
        </SaveFoot>
      </GuardedForm>
    </EditorSection>
  );
}

const valuesOf = ({ reddit_settings }: Category) => storedReddit(reddit_settings).form;

function overwrites({ reddit_settings }: Category) {
  const { subreddits, picked, manual } = storedReddit(reddit_settings).form;
  const flairs = flairIdsIn(manual).flatMap((id) => {
    const chosen = Object.entries(picked).filter(([, flair]) => flair.id === id);
    return chosen.length > 0 ? chosen.map(([name, { text }]) => `${name}: ${text || id}`) : id;
  });
  return { Subreddits: subreddits, Flairs: flairs.join(", ") };
}
