import { useQuery } from "@tanstack/react-query";
import { accountQueries, fitOf, isPlatform, PlatformFit, platformLabel } from "@/entities/account";
import { groupQueries } from "@/entities/group";
import { kindOf, type QueueItem } from "@/entities/post";
import { Skeleton } from "@/shared/ui/skeleton";
import styles from "./text-verdict.module.css";

/**
 * What the platforms will make of a post. Where it goes is decided after the approval, so that this
 * is said of the active platforms of its group, and as the assumption that it is. Nothing where
 * they are not known: the verdict is a help, and no reason to keep a post from being read.
 */
export function TextVerdict({ item }: { item: QueueItem }) {
  const groups = useQuery(groupQueries.list());
  // The queue names its groups, and no two have the same name.
  const group = groups.data?.items.find(({ name }) => name === item.group_name)?.id;
  const accounts = useQuery({
    ...accountQueries.ofGroup(group ?? ""),
    enabled: group !== undefined,
  });
  const label = <span className={styles.label}>As on the active platforms of this group:</span>;
  if (groups.isLoading || accounts.isLoading) {
    // As high as what mostly comes, wherever the line breaks.
    return (
      <p className={styles.verdict}>
        {label} <Skeleton width="60px" />
      </p>
    );
  }
  const active = accounts.data?.items.filter(({ is_active }) => is_active) ?? [];
  const types = [...new Set(active.map(({ platform_type }) => platform_type))].filter(isPlatform);
  if (types.length === 0) return null;

  const content = {
    text: item.text_content ?? "",
    title: item.title,
    hasMedia: kindOf(item) === "media",
  };
  const failing = types
    .map((platform) => fitOf(platform, content))
    .filter(({ problems }) => problems.length > 0);
  return (
    <p className={styles.verdict} data-failing={failing.length > 0 ? "" : undefined}>
      {label}{" "}
      {failing.length === 0 ? (
        <span>
          fits {types.length === 1 ? platformLabel(types[0] ?? "") : `all ${types.length}`}
        </span>
      ) : (
        failing.map((fit) => <PlatformFit key={fit.platform} fit={fit} />)
      )}
    </p>
  );
}
