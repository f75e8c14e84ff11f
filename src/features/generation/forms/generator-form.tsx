import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import {
  type Account,
  accountAndState,
  accountName,
  accountQueries,
  fitOf,
  isPlatform,
  PlatformFit,
  targetsOf,
} from "@/entities/account";
import { type Category, categoryName, categoryQueries } from "@/entities/category";
import { groupQueries } from "@/entities/group";
import { Doubt, PublishQuestion } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { listed } from "@/shared/format/text";
import { ConsoleForm } from "@/shared/forms/console-form";
import { SelectField, TextAreaField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { fetchFresh } from "@/shared/query/prefetch";
import { useRead, useSharedRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Skeleton } from "@/shared/ui/status/skeleton";
import { generationFailure, useGenerateAndApprove } from "../mutations";
import { type GeneratePost, type GeneratorValues, generatorFormSchema } from "../schema";
import styles from "./generator-form.module.css";

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
      const destinations = await readDestinations(client, account_group_id, post);
      const isSure = await new Promise<boolean>((answer) =>
        setAsked({ text: post.text_content, prompt: post.prompt, destinations, answer }),
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
            <PanelBoundary resetKey={chosen} loading={<Skeleton height={16} />}>
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
      {asked && <GenerateQuestion post={asked} open={isAsking} onAnswer={answer} />}
    </>
  );
}

/** Reads the accounts again, as one may have changed since. Returns undefined if that fails. */
async function readDestinations(
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
    return category && destinationsOf(accounts.items, category, Boolean(prompt));
  } catch {
    return undefined;
  }
}

type CategoryFieldProps = {
  control: Control<GeneratorValues, unknown, GeneratePost>;
  group: Id;
};

/** The categories of the group chosen above. If they cannot be read, the form stays usable. */
const CategoryField = (props: CategoryFieldProps) => (
  <div>
    <PanelBoundary
      loading={<Skeleton height={54} />}
      failedHead={<UnreadCategories control={props.control} />}
    >
      <CategoryChoice {...props} />
    </PanelBoundary>
  </div>
);

const field = { name: "content_category_id", label: "Content category", required: true } as const;

function CategoryChoice({ control, group }: CategoryFieldProps) {
  const categories = useRead(categoryQueries.ofGroup(group)).items;
  const isEmpty = categories.length === 0;
  return (
    <SelectField
      control={control}
      {...field}
      placeholder={isEmpty ? "No categories in this group" : "Choose a category"}
      hint={isEmpty ? "Add one under Configuration, Evergreen Content." : undefined}
      options={categories.map((category) => ({
        value: String(category.id),
        label: categoryName(category),
      }))}
    />
  );
}

/** Keeps the choice from before a reload, and still shows the field's error. */
function UnreadCategories({ control }: Pick<CategoryFieldProps, "control">) {
  const chosen = useWatch({ control, name: field.name });
  return (
    <SelectField
      control={control}
      {...field}
      placeholder="Not loaded"
      options={chosen ? [{ value: chosen, label: `Category ${chosen}` }] : []}
    />
  );
}

type TextFitsProps = {
  control: Control<GeneratorValues, unknown, GeneratePost>;
  group: Id;
};

/**
 * Checks the text against the limits of the group's active platforms while it is typed. The
 * category and the schedule decide which of them it goes to, so this is shown as an assumption.
 */
function TextFits({ control, group }: TextFitsProps) {
  const [text, prompt] = useWatch({ control, name: ["text_content", "prompt"] });
  const accounts = useRead(accountQueries.ofGroup(group)).items;
  const active = accounts.filter(({ is_active }) => is_active);
  const types = [...new Set(active.map(({ platform_type }) => platform_type))].filter(isPlatform);
  if (types.length === 0) return null;
  const isBegun = Boolean(text.trim() || prompt?.trim());
  const fits = types.map((platform) =>
    // With a prompt an image is generated.
    fitOf(platform, { text: text.trim(), hasMedia: Boolean(prompt?.trim()) }),
  );
  return (
    <div className={styles.fits}>
      <p>On the group's active platforms:</p>
      <ul>
        {fits.map((fit) => (
          <li key={fit.platform}>
            {/* Show no problems before anything is typed. */}
            <PlatformFit fit={isBegun ? fit : { ...fit, problemsBesideCount: [] }} isCounted />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The post to confirm. */
type AskedPost = {
  readonly text: string;
  readonly prompt: string | null;
  /** Undefined if the accounts could not be read. */
  readonly destinations: Destinations | undefined;
};

type GenerateQuestionProps = {
  post: AskedPost;
  open: boolean;
  onAnswer: (isSure: boolean) => void;
};

/** Asked before a post is generated and scheduled without another look. */
function GenerateQuestion({ post, open, onAnswer }: GenerateQuestionProps) {
  const { text, prompt, destinations } = post;
  const { targets = [], left = [], broken = [] } = destinations ?? {};
  return (
    <PublishQuestion
      open={open}
      title="Generate and approve this post?"
      confirm="Generate and Approve"
      icon={<Sparkles />}
      effect={
        destinations && targets.length === 0
          ? "Approved without review, but stays unscheduled until an account can publish it."
          : "It is approved without review and scheduled at each account's next slot."
      }
      text={text}
      // Accounts that need media are left out without it.
      targets={targets.map((account) => ({
        id: account.id,
        type: account.platform_type,
        username: account.platform_username,
        note: <Doubt account={account} content={{ text, title: null, hasMedia: true }} />,
      }))}
      onAnswer={onAnswer}
    >
      {prompt && <p>The image is generated and published without review.</p>}
      {!destinations && <p>Its accounts could not be loaded. The category's settings apply.</p>}
      {left.length > 0 && <p>Left out without an image: {listed(left.map(accountName))}.</p>}
      {broken.length > 0 && <p>Left out: {listed(broken.map(accountAndState))}.</p>}
    </PublishQuestion>
  );
}

/** Returns the destinations of a post of the category, and the accounts that are left out. */
function destinationsOf(
  accounts: readonly Account[],
  { enabled_platforms }: Pick<Category, "enabled_platforms">,
  hasImage: boolean,
) {
  const ofCategory = accounts.filter(
    ({ platform_type }) => !enabled_platforms || enabled_platforms.includes(platform_type),
  );
  return targetsOf(ofCategory, hasImage);
}

type Destinations = ReturnType<typeof destinationsOf>;
