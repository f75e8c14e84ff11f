import type { QueryKey } from "@tanstack/react-query";
import { SearchX, UserRound } from "lucide-react";
import { accountQueries } from "@/entities/account";
import type { Category } from "@/entities/category";
import { PostText, PostThumb } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Dialog, DialogBody } from "@/shared/ui/dialog";
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

type PostNowDialogProps = {
  /** The item whose dialog is open; undefined while there is none. */
  item: Id | undefined;
  category: Category;
  group: Id;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

export function PostNowDialog({ item, ...rest }: PostNowDialogProps) {
  return (
    <Dialog
      open={item !== undefined}
      onOpenChange={(isOpen) => isOpen || rest.onClose()}
      title="Post now"
      description="It is public at once, and cannot be taken back from here."
      size="lg"
    >
      {item !== undefined && (
        <PanelBoundary of={String(item)} loading={<LoadingPostNow />}>
          <OpenItem key={String(item)} id={item} {...rest} />
        </PanelBoundary>
      )}
    </Dialog>
  );
}

type OpenItemProps = Omit<PostNowDialogProps, "item"> & { id: Id };

function OpenItem({ id, category, group, refreshes, onClose }: OpenItemProps) {
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

const LoadingPostNow = () => (
  <DialogBody>
    <Loading label="Loading the item and its accounts">
      <div className={styles.loading}>
        <Skeleton height={40} radius={6} />
        <Skeleton height={24} />
        <Skeleton height={24} />
        <Skeleton height={24} />
      </div>
    </Loading>
  </DialogBody>
);
