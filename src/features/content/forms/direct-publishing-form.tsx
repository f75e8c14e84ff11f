import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { type Account, accountQueries, neededMedia, targetsOf } from "@/entities/account";
import { MediaField, VideoField } from "@/entities/media";
import { ownVideosCapability } from "@/shared/api/capabilities";
import { type Id, sameId } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { FormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { failureOf } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-backend";
import { wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button/button";
import { Split, TitledPanel } from "@/shared/ui/panel/panel";
import { publishTitleCapability } from "../contract";
import { publishFailure, usePublishDirectly } from "../mutations";
import { type DirectPost, hasMedia, type PostResult, resultsOf, sentTo } from "../posting";
import { directPostSchema } from "../schema";
import { DirectPreviews } from "../views/direct-publishing-previews";
import type { Attempt, Chosen } from "../views/direct-publishing-question";
import { DirectResults } from "../views/direct-publishing-results";

const DirectQuestion = lazyOnPress(() =>
  import("../views/direct-publishing-question").then((part) => part.DirectQuestion),
);

type DirectPublishingFormProps = {
  group: Id;
  accounts: readonly Account[];
};

type Answer = { readonly isSure: boolean; readonly chosen?: Chosen };
type Asked = {
  readonly post: DirectPost;
  /** As read just before the question. */
  readonly accounts: readonly Account[];
  /** The attempt of unknown outcome that this would repeat. */
  readonly inDoubt: InDoubt | undefined;
  readonly mayRepeat: (chosen: Chosen) => boolean;
  /** Another for each question, so that none begins with the choice of the last. */
  readonly turn: number;
  readonly answer: (answer: Answer) => void;
};
type InDoubt = Attempt & { readonly post: DirectPost };
type Published = {
  readonly text: string;
  readonly results: readonly PostResult[];
  readonly message: string | undefined;
};

/** The group comes from the screen, not from a field. */
const formSchema = z.omit(directPostSchema, {
  account_group_id: true,
  social_account_ids: true,
});
const blank = { text_content: "", title: "", image_url: "", video_url: "" };

const titleHint = (accounts: readonly Account[]) =>
  accounts.some(({ is_active, platform_type }) => is_active && platform_type === "reddit")
    ? "Required for Reddit. Elsewhere used as the image's alt text."
    : "Used as the image's alt text.";

/** Asks for confirmation before it sends, because the post is public at once. */
export function DirectPublishingForm({ group, accounts }: DirectPublishingFormProps) {
  const client = useQueryClient();
  const publish = usePublishDirectly();
  const [asked, setAsked] = useState<Asked>();
  const [isAsking, setAsking] = useState(false);
  const [inDoubt, setInDoubt] = useState<InDoubt>();
  const [published, setPublished] = useState<Published>();
  const takesVideos = useOffered(ownVideosCapability);
  const takesTitle = useOffered(publishTitleCapability);
  const form = useConsoleForm({
    schema: formSchema,
    defaults: blank,
    draft: `direct-${group}`,
    failure: publishFailure,
    save: async ({ video_url, title, ...rest }) => {
      const post: DirectPost = {
        ...rest,
        ...(takesTitle && { title }),
        ...(takesVideos && { video_url }),
      };
      const present = await renewed();
      const { targets, left } = targetsOf(present, hasMedia(post));
      if (targets.length === 0) {
        const message =
          left.length > 0
            ? `Every active account of this group needs ${neededMedia()}.`
            : "No active account of this group has working keys. Test them in Social Accounts.";
        form.setError(
          left.length > 0 ? "image_url" : "text_content",
          { message },
          { shouldFocus: true },
        );
        return { kind: "held" };
      }
      const requestOf = (chosen: Chosen) => ({
        body: {
          account_group_id: group,
          ...post,
          ...(chosen && { social_account_ids: [...chosen] }),
        },
      });
      const { isSure, chosen } = await new Promise<Answer>((answer) => {
        setAsked((last) => ({
          post,
          accounts: present,
          mayRepeat: (chosen) => publish.mayRepeat(requestOf(chosen)),
          inDoubt: isSame(inDoubt?.post, post) ? inDoubt : undefined,
          answer,
          turn: (last?.turn ?? 0) + 1,
        }));
        setAsking(true);
      });
      if (!isSure) return { kind: "held" };
      const outcome = await publish.send(requestOf(chosen));
      if (outcome.kind === "unknown") {
        setInDoubt({ post, chosen, failure: failureOf(publishFailure, outcome.error) });
      } else if (wasDone(outcome)) setInDoubt(undefined);
      if (wasDone(outcome)) {
        const aimed = targets.filter(({ id }) => !chosen || chosen.some((one) => sameId(one, id)));
        const { publishing_results: answered, message } =
          outcome.kind === "ok" ? outcome.reply : {};
        setPublished({
          text: post.text_content,
          results: answered ? resultsOf(aimed, answered.items) : sentTo(aimed),
          message: answered ? undefined : (message ?? undefined),
        });
      }
      return outcome;
    },
  });
  const { control } = form;
  const { isSubmitting } = useFormState({ control });
  const [text_content, title, image, video] = useWatch({
    control,
    name: ["text_content", "title", "image_url", "video_url"],
  });
  const typed = {
    text_content,
    image_url: image?.trim() || null,
    // A draft may hold those for which there is no field here: they are not sent either.
    title: (takesTitle && title?.trim()) || null,
    video_url: (takesVideos && video?.trim()) || null,
  };

  /** Refetches before the question: the post goes to the accounts that are active by then. */
  async function renewed() {
    const { queryKey } = accountQueries.ofGroup(group);
    await client.refetchQueries({ queryKey });
    return client.getQueryData(queryKey)?.items ?? accounts;
  }

  function answer(isSure: boolean, chosen?: Chosen) {
    asked?.answer({ isSure, chosen });
    setAsking(false);
  }

  return (
    <Split aside={<DirectPreviews accounts={accounts} post={typed} />}>
      <TitledPanel title="Publish now">
        <ConsoleForm form={form} label="Publish now" stacked>
          <TextAreaField
            control={control}
            name="text_content"
            label="Text content"
            required
            rows={8}
          />
          {takesTitle && (
            <TextField control={control} name="title" label="Title" hint={titleHint(accounts)} />
          )}
          <MediaField
            control={control}
            name="image_url"
            label="Image URL"
            placeholder="https://"
            hint={`Without ${takesVideos ? "image or video" : "one"}, platforms that need one are left out.`}
          />
          {takesVideos && <VideoField control={control} name="video_url" label="Video URL" />}
          <FormFoot>
            <Button type="submit" variant="primary" icon={<Send />} busy={isSubmitting}>
              Publish
            </Button>
          </FormFoot>
        </ConsoleForm>
      </TitledPanel>
      {published && <DirectResults {...published} onClose={() => setPublished(undefined)} />}
      <LazyDialog open={isAsking} onOpenChange={() => answer(false)}>
        {asked && (
          <DirectQuestion
            key={asked.turn}
            post={asked.post}
            open={isAsking}
            accounts={asked.accounts}
            before={asked.inDoubt}
            mayRepeat={asked.mayRepeat}
            onAnswer={answer}
          />
        )}
      </LazyDialog>
    </Split>
  );
}

const isSame = (one: DirectPost | undefined, other: DirectPost) =>
  one?.text_content === other.text_content &&
  (one.title ?? null) === (other.title ?? null) &&
  one.image_url === other.image_url &&
  one.video_url === other.video_url;
