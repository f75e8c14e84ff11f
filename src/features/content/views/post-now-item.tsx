import type { QueryKey } from "@tanstack/react-query";
import { SearchX, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { type Account, accountQueries, NoAccounts } from "@/entities/account";
import type { Category } from "@/entities/category";
import { PostText, PostThumb } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { EmptyState } from "@/shared/ui/notice";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
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

/** The form that chooses the accounts, and then the result per account. */
export function PostNowItem({ id, category, group, refreshes, onClose }: PostNowItemProps) {
  // The whole pool: a link opens the item regardless of the list's filters.
  const items = useRead(contentQueries.items(category.id, everything)).items;
  const posting = usePosting(id, refreshes);
  const item = items.find((candidate) => sameId(candidate.id, id));
  const { results, isBusy } = posting;
  const post = item && <ThePost item={item} />;
  return (
    <>
      {results || item ? (
        <PanelBoundary
          loading={<LoadingAccounts>{post}</LoadingAccounts>}
          failedHead={<DialogBody>{post}</DialogBody>}
        >
          <WithAccounts group={group}>
            {(accounts) =>
              results ? (
                <PostResults
                  results={results}
                  posting={posting}
                  accounts={accounts}
                  onClose={onClose}
                >
                  {post}
                </PostResults>
              ) : (
                item && (
                  <PostNowForm item={item} accounts={accounts} posting={posting} onCancel={onClose}>
                    {post}
                  </PostNowForm>
                )
              )
            }
          </WithAccounts>
        </PanelBoundary>
      ) : (
        <EmptyState
          icon={<SearchX />}
          title="This item is not in this category."
          hint="It was deleted, or belongs to another category."
        />
      )}
      <AskBeforeClosing
        part="post-now"
        isNeeded={() => isBusy}
        // Until there are results, the form itself asks before the screen is left.
        alsoOnLeaving={results !== undefined}
        alsoOnUnload
        title="Leave while posting?"
        confirm="Leave"
        cancel="Stay"
      >
        Posting continues if you leave. A notification shows the result.
      </AskBeforeClosing>
    </>
  );
}

type WithAccountsProps = {
  group: Id;
  children: (accounts: readonly Account[]) => ReactNode;
};

function WithAccounts({ group, children }: WithAccountsProps) {
  const { items: accounts, unreadable } = useRead(accountQueries.ofGroup(group));
  return accounts.length > 0 ? (
    children(accounts)
  ) : (
    <NoAccounts icon={<UserRound />} unreadable={unreadable} />
  );
}

const LoadingAccounts = ({ children }: { children: ReactNode }) => (
  <DialogBody>
    {children}
    <Loading label="Loading accounts">
      <div className={styles.loading}>
        <Skeleton height={24} />
        <Skeleton height={24} />
        <Skeleton height={24} />
      </div>
    </Loading>
  </DialogBody>
);

/** The post that goes out. A long text can be unfolded. */
const ThePost = ({ item }: { item: ContentItem }) => (
  <div className={styles.post}>
    <PostThumb content={item} />
    <PostText text={item.text_content} />
  </div>
);
