import { type ReactNode, useState } from "react";
import type { Id } from "@/shared/api/id";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import { schedulerApi } from "../../contract";
import type { Posts } from "../../posts";
import { ActOnPost, type PostAct } from "./post-context";
import type { PostQuestion } from "./post-dialogs";

const PostDialogs = lazyOnPress(() => import("./post-dialogs").then((part) => part.PostDialogs));

const PostDialog = lazyOnPress(() => import("./post-dialog").then((part) => part.PostDialog));

type PostCommandsProps = {
  /** The post whose dialog is open. */
  opened: Id | undefined;
  onOpen: (post: Id | undefined) => void;
  children: ReactNode;
};

/**
 * Around the lists of scheduled posts: their menus, and the dialogs that these open. A dialog stays
 * open if its post leaves the list meanwhile, so that it can say what has become of the post.
 */
export function PostCommands({ opened, onOpen, children }: PostCommandsProps) {
  const [asked, setAsked] = useState<{
    question: PostQuestion;
    posts: Posts;
    to: number | undefined;
  }>();
  const [isAsking, setAsking] = useState(false);
  const isOffered = useOffered(schedulerApi.detail);
  const isOpen = isOffered && opened !== undefined;

  function act(what: PostAct, posts: Posts, to?: number) {
    if (what === "open") return onOpen(posts[0].id);
    setAsked({ question: what, posts, to });
    setAsking(true);
  }

  return (
    <ActOnPost value={act}>
      {children}
      <LazyDialog open={isAsking} onOpenChange={setAsking}>
        {asked && <PostDialogs {...asked} open={isAsking} onClose={() => setAsking(false)} />}
      </LazyDialog>
      <LazyDialog open={isOpen} onOpenChange={() => onOpen(undefined)}>
        <PostDialog post={isOpen ? opened : undefined} onClose={() => onOpen(undefined)} />
      </LazyDialog>
    </ActOnPost>
  );
}
