import { FilePlus2, ImagePlus, ListPlus } from "lucide-react";
import { useId, useState } from "react";
import type { Category } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { formatFigure } from "@/shared/format/number";
import type { Failure } from "@/shared/query/outcome";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { FailureLines } from "@/shared/ui/status/failure-line";
import { useFillCategoryQuota, useTrigger } from "../mutations";
import { useReadCategory } from "../queries";
import type { CategoryStatus, GenerationType } from "../schema";
import styles from "./generation-status.module.css";
import { RunwayMeter, runwayOf } from "./runway-meter";

type CategoryRowProps = { group: Id; row: CategoryStatus };

export function CategoryRow({ group, row }: CategoryRowProps) {
  const runway = runwayOf(row);
  const nameId = useId();
  const { failures, ...actions } = useRowActions(group, row.category_id);
  return (
    <>
      <tr>
        <th scope="row" id={nameId} className={styles.name} title={row.category_name}>
          <span className="clamp-2">{row.category_name}</span>
        </th>
        <Figure label="Active" value={row.active_pool_count} />
        <Figure label="Unused" value={row.unused_pool_count} />
        <Figure label="Quota" value={row.daily_quota} />
        <Figure label="Scheduled" value={row.posts_scheduled_today} />
        <Figure label="Missing" value={row.missing_for_quota} isLoud />
        <td className={styles.runway}>
          {runway === null && <span className={styles.zero}>No quota</span>}
          {runway === undefined && <span className={styles.zero}>—</span>}
          {typeof runway === "number" && <RunwayMeter days={runway} />}
        </td>
        <td data-align="end">
          <RowActions nameId={nameId} {...actions} />
        </td>
      </tr>
      {failures.some(Boolean) && (
        <tr className={styles.failures}>
          <td colSpan={8}>
            <FailureLines failures={failures} />
          </td>
        </tr>
      )}
    </>
  );
}

type FigureProps = { label: string; value: number | undefined; isLoud?: boolean };

function Figure({ label, value, isLoud }: FigureProps) {
  const look = value === 0 ? styles.zero : isLoud ? styles.loud : undefined;
  return (
    <td data-label={label} data-align="end">
      <span className={look}>{formatFigure(value)}</span>
    </td>
  );
}

type RowActionsProps = Omit<ReturnType<typeof useRowActions>, "failures"> & {
  /** The id of the category's name, which tells the buttons apart in a screen reader's list. */
  nameId: string;
};

/** The buttons of one category. */
const RowActions = ({ nameId, generate, fill, busy }: RowActionsProps) => (
  <span className={styles.rowActions}>
    <IconButton
      size="sm"
      label="Generate image post"
      aria-describedby={nameId}
      icon={<ImagePlus />}
      busy={busy.image}
      onClick={() => generate("image")}
    />
    <IconButton
      size="sm"
      label="Generate text post"
      aria-describedby={nameId}
      icon={<FilePlus2 />}
      busy={busy.text}
      onClick={() => generate("text")}
    />
    <Button
      size="sm"
      variant="ghost"
      className={styles.fill}
      title="Fill quota"
      aria-describedby={nameId}
      icon={<ListPlus />}
      busy={busy.fill}
      onClick={fill}
    >
      Fill quota
    </Button>
  </span>
);

/** The requests for one category, and how the last press of each button failed. */
function useRowActions(group: Id, category: Id) {
  const triggers = { image: useTrigger(), text: useTrigger() };
  const fill = useFillCategoryQuota();
  const readCategory = useReadCategory(group, category);
  /** The type of post whose quota is being read. */
  const [asking, setAsking] = useState<GenerationType>();
  const [refusal, setRefusal] = useState<Failure>();

  async function generate(type: GenerationType) {
    setRefusal(undefined);
    setAsking(type);
    // If the quota cannot be read, the server decides.
    const text = refusalOf(await readCategory(), type);
    setAsking(undefined);
    if (text) {
      const detail = "Set it under Configuration, Evergreen Content.";
      toasts.show({ kind: "error", title: text, detail });
      triggers[type].forget();
      setRefusal({ text, detail });
      return;
    }
    void triggers[type].send({ params: { categoryId: category }, query: { num_posts: 1, type } });
  }

  const { image, text } = triggers;
  return {
    generate: (type: GenerationType) => void generate(type),
    fill: () => void fill.send({ params: { id: category } }),
    busy: {
      image: image.isBusy || asking === "image",
      text: text.isBusy || asking === "text",
      fill: fill.isBusy,
    },
    failures: [refusal, image.failure, text.failure, fill.failure],
  };
}

type Quotas = Pick<Category, "image_posts_per_day" | "text_posts_per_day">;

/** Returns why such a post cannot be requested; undefined if it can, or if that is unknown. */
function refusalOf(category: Quotas | undefined, type: GenerationType): string | undefined {
  if (!category) return undefined;
  const quota = type === "image" ? category.image_posts_per_day : category.text_posts_per_day;
  return quota !== 0 ? undefined : `This category has no ${type} posts quota set.`;
}
