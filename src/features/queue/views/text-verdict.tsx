import { useQuery } from "@tanstack/react-query";
import { accountQueries, fitOf, isPlatform, PlatformFit, platformLabel } from "@/entities/account";
import { groupQueries } from "@/entities/group";
import type { QueueItem } from "@/entities/post";
import { Skeleton } from "@/shared/ui/skeleton";
import { contentOf } from "../verdicts";
import styles from "./text-verdict.module.css";

type TextVerdictProps = {
  item: QueueItem;
  /** Shows the text's length on each platform, even if it fits. */
  isCounted?: boolean;
};

/**
 * Shows how a post fits the platforms. Its accounts are chosen only after the approval, so this
 * assumes the active platforms of its group. Renders nothing if they are
 * unknown: a missing verdict must not keep the operator from reading the post.
 */
export function TextVerdict({ item, isCounted = false }: TextVerdictProps) {
  const groups = useQuery(groupQueries.list());
  // A queue item carries only the name of its group; group names are unique.
  const group = groups.data?.items.find(({ name }) => name === item.group_name)?.id;
  const accounts = useQuery({
    ...accountQueries.ofGroup(group ?? ""),
    enabled: group !== undefined,
  });
  if (groups.isLoading || accounts.isLoading) {
    // As high as the usual verdict, wherever the line wraps.
    return (
      <p className={styles.verdict}>
        <Skeleton width="110px" />
      </p>
    );
  }
  const active = accounts.data?.items.filter(({ is_active }) => is_active) ?? [];
  const types = [...new Set(active.map(({ platform_type }) => platform_type))].filter(isPlatform);
  if (types.length === 0) return null;

  const content = contentOf(item);
  const fits = types.map((platform) => fitOf(platform, content));
  const failing = fits.filter(({ problems }) => problems.length > 0);
  return (
    <p className={styles.verdict}>
      {isCounted ? (
        fits.map((fit) => <PlatformFit key={fit.platform} fit={fit} isCounted />)
      ) : (
        <>
          {failing.length === 0 && (
            <span>
              Fits{" "}
              {types.length === 1 ? platformLabel(types[0] ?? "") : `all ${types.length} platforms`}
            </span>
          )}
          {fits.map((fit) => (
            <PlatformFit key={fit.platform} fit={fit} />
          ))}
        </>
      )}
    </p>
  );
}
