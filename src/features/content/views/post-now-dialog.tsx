import { useBlocker } from "@tanstack/react-router";
import { SearchX, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { type Account, accountQueries, NoAccounts } from "@/entities/account";
import type { Category } from "@/entities/category";
import { heldEffect, PostSummary } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { useIsHeld } from "@/shared/query/use-backend";
import { useRead } from "@/shared/query/use-read";
import { session } from "@/shared/session/session";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { EmptyState } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { everything } from "../filter";
import styles from "../forms/content-forms.module.css";
import { PostNowForm } from "../forms/post-now-form";
import { contentQueries } from "../queries";
import { PostResults } from "./post-results";
import { usePosting } from "./use-posting";

type PostNowDialogProps = Omit<PostNowItemProps, "id"> & {
  /** The item whose dialog is open; undefined while there is none. */
  item: Id | undefined;
};

export function PostNowDialog({ item, ...rest }: PostNowDialogProps) {
  const isHeld = useIsHeld();
  return (
    <Dialog
      open={item !== undefined}
      onOpenChange={(isOpen) => isOpen || rest.onClose()}
      title="Post now"
      description={isHeld ? heldEffect : "This publishes immediately and can't be undone here."}
      size="lg"
    >
      {item !== undefined && (
        <PanelBoundary resetKey={String(item)} loading={<LoadingPostNow />}>
          <PostNowItem key={String(item)} id={item} {...rest} />
        </PanelBoundary>
      )}
    </Dialog>
  );
}

const LoadingPostNow = () => (
  <DialogBody>
    <Loading label="Loading item and accounts">
      <div className={styles.loading}>
        <Skeleton height={40} radius={6} />
        <Skeleton height={24} />
        <Skeleton height={24} />
        <Skeleton height={24} />
      </div>
    </Loading>
  </DialogBody>
);

type PostNowItemProps = {
  id: Id;
  category: Category;
  group: Id;
  onClose: () => void;
};

/** The form that chooses the accounts, and then the result per account. */
function PostNowItem({ id, category, group, onClose }: PostNowItemProps) {
  // The whole pool: a link opens the item regardless of the list's filters.
  const items = useRead(contentQueries.items(category.id, everything)).items;
  const posting = usePosting(id);
  const item = items.find((candidate) => sameId(candidate.id, id));
  const { results, isBusy } = posting;
  const post = item && <PostSummary content={item} />;
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
      <AskBeforeLeaving
        isPosting={isBusy}
        // Until there are results, the form itself asks before the screen is left.
        alsoOnLeaving={results !== undefined}
      />
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

type AskBeforeLeavingProps = {
  isPosting: boolean;
  /** Asks before the screen or its group is left, too. */
  alsoOnLeaving: boolean;
};

/** Asks before the dialog, which the address holds open, is closed by Close, Esc or Back. */
function AskBeforeLeaving({ isPosting, alsoOnLeaving }: AskBeforeLeavingProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isPosting || session.state() !== "signed-in") return false;
      const isElsewhere = current.pathname !== next.pathname || differs("group", current, next);
      return isElsewhere ? alsoOnLeaving : differs("post-now", current, next);
    },
    enableBeforeUnload: isPosting,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title="Leave while posting?"
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => blocker.proceed?.()}
    >
      Posting continues if you leave. A notification shows the result.
    </ConfirmDialog>
  );
}

type Place = { readonly search: object };

const differs = (part: string, current: Place, next: Place) =>
  partOf(current.search, part) !== partOf(next.search, part);

const partOf = (search: object, part: string) =>
  String((search as Record<string, unknown>)[part] ?? "");
