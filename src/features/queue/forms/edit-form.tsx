import { Check } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import { fitOf, isPlatform, PlatformFit } from "@/entities/account";
import { MediaField, VideoField } from "@/entities/media";
import { MarkedText, PostText, type QueueItem } from "@/entities/post";
import { ownVideosCapability } from "@/shared/api/capabilities";
import { z } from "@/shared/config/zod";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DiscardQuestion } from "@/shared/forms/discard-question";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { FormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import type { Outcome } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-backend";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button/button";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { Notice } from "@/shared/ui/panel/notice";
import { editFailure, useEditItem } from "../mutations";
import { draftOf, editedFields } from "../schema";
import { contentOf, verdictsOf } from "../verdicts";
import { TextVerdict } from "../views/card-notes";
import styles from "./queue-forms.module.css";

const editedPostSchema = z.object({
  text_content: editedFields.text_content,
  title: editedFields.title,
  image_url: editedFields.image_url,
  video_url: editedFields.video_url,
  /** The version that was edited, or "" while nothing is changed. Kept in the draft with the text. */
  base: z.string(),
});

type EditedPostValues = z.input<typeof editedPostSchema>;

export type EditFormProps = {
  item: QueueItem;
  /** False if a reload has brought the form back: then the focus stays where it is. */
  takesFocus: boolean;
  /** True if it fills a dialog, whose foot its buttons are then. */
  isInDialog?: boolean;
  /** Called with the saved post, or without one if nothing was saved. */
  onClose: (saved?: QueueItem) => void;
};

/** Corrects a post in its place. A save sends only what was changed, and on which version. */
export function EditForm({ item, takesFocus, isInDialog = false, onClose }: EditFormProps) {
  const edit = useEditItem();
  const [isAsking, setAsking] = useState(false);
  const takesVideos = useOffered(ownVideosCapability);
  const form = useConsoleForm({
    schema: editedPostSchema,
    defaults: valuesOf(item, takesVideos),
    current: valuesOf(item, takesVideos),
    draft: draftOf(item),
    failure: editFailure,
    save: async ({ base, ...typed }): Promise<Outcome<QueueItem>> => {
      const { video_url, ...others } = changesOf(item, typed);
      const changes = takesVideos && video_url !== undefined ? { ...others, video_url } : others;
      const body = { ...changes, expected_updated_at: base || null };
      return edit.send({ params: { id: item.id }, body });
    },
    onSaved: onClose,
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  useBase(form, item);
  useKeptNotice(form, item, isDirty);
  const leave = () => {
    if (edit.isBusy) return;
    if (isDirty || form.isHeld) setAsking(true);
    else onClose();
  };
  useEscape(item, leave);
  useFocus(takesFocus, item, () => form.setFocus("text_content"));

  const Body = isInDialog ? DialogBody : Fragment;
  const Foot = isInDialog ? DialogFooter : FormFoot;
  const size = isInDialog ? "md" : "sm";
  return (
    <ConsoleForm
      form={form}
      label={`Edit post #${item.id}`}
      className={isInDialog ? undefined : styles.edit}
    >
      <Body>
        <TextAreaField control={control} name="text_content" label="Text" rows={6} required />
        <TextField control={control} name="title" label="Title" hint={titleHint(item)} />
        <MediaField control={control} name="image_url" label="Image" />
        {takesVideos && <VideoField control={control} name="video_url" label="Video" />}
        <LiveVerdict control={control} item={item} />
        <ChangedMeanwhile form={form} item={item} isBusy={edit.isBusy} />
      </Body>
      <Foot>
        <Button size={size} variant="ghost" onClick={leave} aria-disabled={edit.isBusy}>
          Cancel
        </Button>
        <Button
          type="submit"
          size={size}
          variant="primary"
          icon={<Check />}
          busy={edit.isBusy}
          // Without a change there is nothing to save.
          onClick={isDirty || form.isHeld ? undefined : closeInstead(onClose)}
        >
          Save
        </Button>
      </Foot>
      <DiscardQuestion
        open={isAsking}
        isUploading={form.isHeld}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          form.discard();
          onClose();
        }}
      />
    </ConsoleForm>
  );
}

/** If it is not known where the post goes out, that may be Reddit. */
const titleHint = ({ goes_out_on }: QueueItem) =>
  !goes_out_on || goes_out_on.items.some(({ platform_type }) => platform_type === "reddit")
    ? "Required for Reddit"
    : undefined;

const closeInstead = (onClose: () => void) => (event: { preventDefault: () => void }) => {
  event.preventDefault();
  onClose();
};

/** Without its field, a video is not part of the form: it would be checked and sent unseen. */
const valuesOf = (
  { text_content, title, image_url, video_url }: QueueItem,
  takesVideos: boolean,
): EditedPostValues => ({
  text_content: text_content ?? "",
  title: title ?? "",
  image_url: image_url ?? "",
  video_url: takesVideos ? (video_url ?? "") : "",
  base: "",
});

type Written = {
  text_content: string;
  title: string | null;
  image_url: string | null;
  video_url?: string | null | undefined;
};

/** The fields whose values differ from the post's. */
const changesOf = (item: QueueItem, typed: Written): Partial<Written> => ({
  ...(typed.text_content !== (item.text_content ?? "") && { text_content: typed.text_content }),
  ...(typed.title !== (item.title || null) && { title: typed.title }),
  ...(typed.image_url !== (item.image_url || null) && { image_url: typed.image_url }),
  ...((typed.video_url ?? null) !== (item.video_url || null) && { video_url: typed.video_url }),
});

type Form = ReturnType<typeof useConsoleForm<EditedPostValues, Written & { base: string }>>;

/** Notes the version with the first change, so that a save never overwrites a later one unseen. */
function useBase({ control, getValues, setValue }: Form, { updated_at }: QueueItem) {
  const { dirtyFields } = useFormState({ control });
  const { text_content, title, image_url, video_url } = dirtyFields;
  const isTyped = Boolean(text_content || title || image_url || video_url);
  const wasTyped = useRef(false);
  useEffect(() => {
    const set = (base: string) => setValue("base", base, { shouldDirty: true });
    // A draft has brought its version with it.
    if (isTyped && getValues("base") === "") set(updated_at ?? "");
    if (!isTyped && wasTyped.current) set("");
    wasTyped.current = isTyped;
  }, [isTyped, updated_at, getValues, setValue]);
}

/**
 * The card may leave while somebody types: the post was decided on, or another list is shown. The draft
 * stays, and this says so.
 */
function useKeptNotice({ isSettled }: Form, { id }: QueueItem, isDirty: boolean) {
  const latest = useRef({ isSettled, id, isDirty });
  useEffect(() => {
    latest.current = { isSettled, id, isDirty };
  });
  useEffect(
    () => () => {
      const last = latest.current;
      if (!last.isDirty || last.isSettled() || session.state() === "signed-out") return;
      toasts.show({
        kind: "info",
        title: `Your edit of post #${last.id} is kept, but not saved.`,
        detail: "It reopens wherever the post is shown.",
      });
    },
    [],
  );
}

/** Focuses the text once, unless the operator has moved on while the form's code was loading. */
function useFocus(takesFocus: boolean, { id }: QueueItem, focus: () => void) {
  const latest = useRef(focus);
  useEffect(() => {
    const { activeElement, body } = document;
    const isOnCard =
      activeElement instanceof HTMLElement && activeElement.dataset.post === String(id);
    if (takesFocus && (activeElement === body || isOnCard)) latest.current();
  }, [takesFocus, id]);
}

/** Leaves the form on Escape in its card, as Cancel does. */
function useEscape({ id }: QueueItem, leave: () => void) {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const onKey = ({ key, target, isComposing }: KeyboardEvent) => {
      // During composition, the key drops what is being composed.
      if (key !== "Escape" || isComposing || !(target instanceof Element)) return;
      if (target.closest<HTMLElement>("[data-post]")?.dataset.post === String(id)) {
        latest.current();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [id]);
}

/** Shows how long the typed text is on each platform, and how it fits there. */
function LiveVerdict({ control, item }: { control: Control<EditedPostValues>; item: QueueItem }) {
  const [text_content, title, image_url, video_url = null] = useWatch({
    control,
    name: ["text_content", "title", "image_url", "video_url"],
  });
  const typed = { ...item, text_content, title, image_url, video_url };
  const types = verdictsOf(typed)
    .filter(({ kind }) => kind !== "left out")
    .map(({ account }) => account.platform_type);
  if (types.length === 0) return <TextVerdict item={typed} isCounted />;
  return (
    <ul className={styles.counts} aria-label="Length on each platform">
      {[...new Set(types)].filter(isPlatform).map((type) => (
        <li key={type}>
          <PlatformFit fit={fitOf(type, contentOf(typed))} isCounted />
        </li>
      ))}
    </ul>
  );
}

/**
 * Shown while the post is another version than the one that was edited: both texts, and title and media
 * if they differ, of which the operator keeps one. Nothing is saved until then.
 */
function ChangedMeanwhile({
  form,
  item,
  isBusy,
}: {
  form: Form;
  item: QueueItem;
  isBusy: boolean;
}): ReactNode {
  const { base, ...typed } = useWatch({ control: form.control });
  const takesVideos = useOffered(ownVideosCapability);
  const present = item.updated_at ?? "";
  // A save of our own is no other version.
  if (base === "" || base === present || isBusy) return null;
  const stored = valuesOf(item, takesVideos);
  const others = (["title", "image_url", "video_url"] as const).filter(
    (name) => stored[name] !== typed[name],
  );
  const versions = [
    { title: "Now", values: stored },
    { title: "Yours", values: typed },
  ];
  function keepMine() {
    form.clearErrors("root.server");
    form.setValue("base", present, { shouldDirty: true });
  }
  return (
    <Notice tone="warning" title="Changed meanwhile">
      <div className={styles.versions}>
        {versions.map(({ title, values }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <PostText text={values.text_content} />
            {others.map((name) => (
              <p key={name} dir="auto">
                {namesOfFields[name]}: <MarkedText text={values[name] || "none"} />
              </p>
            ))}
          </section>
        ))}
      </div>
      <div className={styles.choice}>
        <Button size="sm" onClick={keepMine}>
          Keep mine
        </Button>
        <Button size="sm" onClick={form.discard}>
          Use the current one
        </Button>
      </div>
    </Notice>
  );
}

const namesOfFields = { title: "Title", image_url: "Image", video_url: "Video" };
