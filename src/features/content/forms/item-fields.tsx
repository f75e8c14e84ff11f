import { type Control, useWatch } from "react-hook-form";
import { MediaField, VideoField } from "@/entities/media";
import { formatFigure } from "@/shared/format/number";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import type { ContentItem, NewContentItem, NewContentItemValues } from "../schema";
import styles from "./content-forms.module.css";

type ItemControl = Control<NewContentItemValues, unknown, NewContentItem>;

type ItemFieldsProps = {
  control: ItemControl;
  takesVideos: boolean;
  /** False for an item whose media is a video. */
  hasImage?: boolean;
  imageHint?: string;
};

/** The fields of an item, new or stored. */
export const ItemFields = ({
  control,
  takesVideos,
  hasImage = true,
  imageHint,
}: ItemFieldsProps) => (
  <>
    <TextAreaField control={control} name="text_content" label="Text content" rows={5} required />
    <TextField control={control} name="title" label="Title" hint="Required for Reddit" />
    <TextField
      control={control}
      name="reddit_title"
      label="Reddit title"
      hint={<TitleHint control={control} />}
    />
    <TextAreaField control={control} name="reddit_body" label="Reddit body" rows={3} />
    {hasImage && (
      <MediaField
        control={control}
        name="image_url"
        label="Image URL"
        placeholder="https://"
        hint={imageHint}
      />
    )}
    {takesVideos && <VideoField control={control} name="video_url" label="Video URL" />}
    <TextAreaField control={control} name="image_prompt" label="Image prompt" rows={2} />
  </>
);

/** Reddit takes titles of fewer code points than this. Longer ones are saved all the same. */
const tooLong = 300;

function TitleHint({ control }: { control: ItemControl }) {
  const title = useWatch({ control, name: "reddit_title" }) ?? "";
  const length = [...title.trim()].length;
  return (
    <span className={styles.hint} data-over={length >= tooLong ? "" : undefined}>
      <span>Under 300 characters</span>{" "}
      <span>
        {formatFigure(length)} / {tooLong}
      </span>
    </span>
  );
}

/**
 * Returns the form's values for a stored item, or for a new one. Without its field, a video is not part
 * of the form: it would be checked unseen.
 */
export const valuesOf = (item?: ContentItem, takesVideos = false): NewContentItemValues => ({
  text_content: item?.text_content ?? "",
  title: item?.title ?? "",
  reddit_title: item?.reddit_title ?? "",
  reddit_body: item?.reddit_body ?? "",
  image_url: item?.image_url ?? "",
  video_url: (takesVideos && item?.video_url) || "",
  image_prompt: item?.image_prompt ?? "",
});
