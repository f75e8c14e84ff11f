import type { QueryKey } from "@tanstack/react-query";
import { SearchX, UserRound } from "lucide-react";
import { accountQueries } from "@/entities/account";
import type { Category } from "@/entities/category";
import { PostText, PostThumb } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/notice";
import { everything } from "../filter";
import { PostNowForm } from "../forms/post-now-form";
import { contentQueries } from "../queries";
import type { ContentItem } from "../schema";
import { AskBeforeClosing } from "./ask-before-closing";
import styles from "./post-now.module.css";
import { PostResults } from "./post-results";
import { usePosting } from "./use-posting";

export type PostNowItemProps = {
  id: Id;
  category: Category;
  group: Id;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

/** The accounts to post it to, and then how that ended at each. */
export function PostNowItem({ id, category, group, refreshes, onClose }: PostNowItemProps) {
  // Of the whole pool: a link opens it whatever the list is filtered by.
  const items = useRead(contentQueries.items(category.id, everything)).items;
  const accounts = useRead(accountQueries.ofGroup(group)).items;
  const posting = usePosting(id, refreshes);
  const item = items.find((candidate) => sameId(candidate.id, id));
  const { results, isBusy } = posting;
  return (
    <>
      {results ? (
        <PostResults results={results} posting={posting} accounts={accounts} onClose={onClose}>
          {item && <ThePost item={item} />}
        </PostResults>
      ) : !item ? (
        <EmptyState
          icon={<SearchX />}
          title="This item is not in this category."
          hint="It was deleted, or the link belongs to another category."
        />
      ) : accounts.length === 0 ? (
        <EmptyState
          icon={<UserRound />}
          title="This group has no social accounts."
          hint="Add the first one under Configuration, Social Accounts."
        />
      ) : (
        <PostNowForm item={item} accounts={accounts} posting={posting} onCancel={onClose}>
          <ThePost item={item} />
        </PostNowForm>
      )}
      <AskBeforeClosing
        part="post-now"
        isNeeded={() => isBusy}
        // Before there are results the form asks when its screen is left.
        alsoOnLeaving={results !== undefined}
        alsoOnUnload
        title="Leave while it is being posted?"
        confirm="Leave"
        cancel="Stay"
      >
        It is being posted. Leaving does not stop that; how it ended is then told in a notification.
      </AskBeforeClosing>
    </>
  );
}

/** What goes out, all of it within reach. */
const ThePost = ({ item }: { item: ContentItem }) => (
  <div className={styles.post}>
    <PostThumb content={item} />
    <PostText text={item.text_content} />
  </div>
);
