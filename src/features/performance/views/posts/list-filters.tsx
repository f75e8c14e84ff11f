import { Search, X } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { platformLabel } from "@/entities/account";
import { categoryName, categoryQueries } from "@/entities/category";
import { sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Skeleton } from "@/shared/ui/status/skeleton";
import { isFiltering, knownPlatform, noFilter } from "../../filter";
import { type Period, periods } from "../../list-options";
import type { Shown } from "../../queries";
import type { Performance } from "../../schema";
import type { Choice, OnChoose } from "./all-posts";
import { ToolbarSelect } from "./list-toolbar";
import styles from "./list-toolbar.module.css";
import { PostsBeside } from "./posts-of";

type ListFiltersProps = { shown: Shown; onChoose: OnChoose };

export function ListFilters({ shown, onChoose }: ListFiltersProps) {
  const search = useRef<HTMLInputElement>(null);
  // Replaced, because Back should not take a typed text back letter by letter.
  const onType = (change: Partial<Choice>) => onChoose(change, { replace: true });
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <Search />
        <TypedInput
          ref={search}
          type="search"
          aria-label="Search posts"
          placeholder="Search posts"
          maxLength={200}
          value={shown.text ?? ""}
          onType={(text) => onType({ text: text || undefined })}
        />
      </div>
      <PanelBoundary loading={<Skeleton width={186} height={32} radius={6} />}>
        <CategoryFilter shown={shown} onChoose={onChoose} />
      </PanelBoundary>
      <PostsBeside shown={shown} instead={<PlatformFilter {...{ shown, onChoose }} posts={[]} />}>
        {(_, { posts }) => <PlatformFilter {...{ shown, onChoose, posts }} />}
      </PostsBeside>
      <ToolbarSelect
        label="Period"
        value={shown.period}
        options={periods.map((value) => ({ value, label: periodLabels[value] }))}
        onChoose={(value) => onChoose({ period: periods.find((period) => period === value) })}
      />
      {shown.period === "dates" &&
        (["from", "to"] as const).map((end) => (
          <TypedInput
            key={end}
            type="date"
            aria-label={end === "from" ? "From" : "To"}
            value={shown[end] ?? ""}
            onType={(day) => onType({ [end]: day || undefined })}
          />
        ))}
      {(isFiltering(shown) || shown.category !== undefined) && (
        <Button
          variant="ghost"
          icon={<X />}
          onClick={() => {
            // The button goes, and would take the focus with it.
            search.current?.focus();
            onChoose({ ...noFilter, category: undefined });
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

const periodLabels: Readonly<Record<Period, string>> = {
  all: "All time",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  dates: "Between dates",
};

type TypedInputProps = Omit<ComponentProps<"input">, "value"> & {
  value: string;
  onType: (text: string) => void;
};

/**
 * Shows what is typed until the focus leaves: the address has it a moment later than the field. The
 * kit's Input would load all that forms need.
 */
function TypedInput({ value, onType, ...rest }: TypedInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      className={styles.typed}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        onType(target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function CategoryFilter({ shown, onChoose }: ListFiltersProps) {
  const categories = useRead(categoryQueries.ofGroup(shown.group)).items;
  const chosen = categories.find((category) => sameId(category.id, shown.category));
  return (
    <ToolbarSelect
      label="Category"
      value={chosen ? String(chosen.id) : ""}
      options={[
        { value: "", label: "All categories" },
        ...categories.map((one) => ({ value: String(one.id), label: categoryName(one) })),
      ]}
      onChoose={(value) =>
        onChoose({ category: categories.find((one) => String(one.id) === value)?.id })
      }
    />
  );
}

type PlatformFilterProps = ListFiltersProps & { posts: readonly Performance[] };

/** Offers the platforms of the loaded posts, and the chosen one. */
function PlatformFilter({ shown, onChoose, posts }: PlatformFilterProps) {
  const chosen = knownPlatform(posts, shown.platform);
  const offered = new Set(posts.map(({ platform }) => platform));
  if (chosen) offered.add(chosen);
  return (
    <ToolbarSelect
      label="Platform"
      value={chosen ?? ""}
      options={[
        { value: "", label: "All platforms" },
        ...[...offered]
          .map((value) => ({ value, label: platformLabel(value) }))
          .sort((one, other) => one.label.localeCompare(other.label)),
      ]}
      onChoose={(value) => onChoose({ platform: value || undefined })}
    />
  );
}
