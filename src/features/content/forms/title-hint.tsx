import { type Control, useWatch } from "react-hook-form";
import { formatFigure } from "@/shared/format/number";
import type { NewContentItem, NewContentItemValues } from "../schema";
import styles from "./content-forms.module.css";

/** Reddit takes titles of fewer code points than this. Longer ones are saved all the same. */
const tooLong = 300;

type TitleHintProps = { control: Control<NewContentItemValues, unknown, NewContentItem> };

export function TitleHint({ control }: TitleHintProps) {
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
