import { Download } from "lucide-react";
import { csvFileName } from "@/shared/csv/csv";
import { exportCsv } from "@/shared/csv/export-csv";
import { counted } from "@/shared/format/number";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button/button";
import { Tooltip } from "@/shared/ui/button/tooltip";
import { postsCsv } from "../../posts-csv";
import type { Shown } from "../../queries";
import type { Performance } from "../../schema";
import { PostsBeside } from "./posts-of";

type ExportCsvProps = {
  shown: Shown;
  /** Becomes a part of the file's name. */
  groupName: string;
};

/** Saves the posts of the table, in its order and with their whole text. */
export const ExportCsv = ({ shown, groupName }: ExportCsvProps) => (
  <PostsBeside shown={shown} instead={<NothingToExport reason="The posts are still loading." />}>
    {(posts, { isFull }) =>
      posts.length === 0 ? (
        <NothingToExport reason="There are no posts to export." />
      ) : (
        <ExportPosts posts={posts} isPart={isFull} groupName={groupName} />
      )
    }
  </PostsBeside>
);

type ExportPostsProps = {
  posts: readonly Performance[];
  /** True if the server may have more posts than are loaded. */
  isPart: boolean;
  groupName: string;
};

const onlyLoaded = "Only the posts that are loaded: there may be more.";

function ExportPosts({ posts, isPart, groupName }: ExportPostsProps) {
  const exportPosts = () =>
    exportCsv({
      title: `${counted(posts.length, "post")} exported.`,
      fileName: csvFileName(["performance", groupName], clock.now()),
      note: isPart ? onlyLoaded : undefined,
      text: () => postsCsv(posts),
    });
  useScreenAction("Export CSV", exportPosts);
  return (
    <Tooltip text={isPart ? onlyLoaded : undefined}>
      <Button variant="ghost" icon={<Download />} onClick={exportPosts}>
        Export CSV
      </Button>
    </Tooltip>
  );
}

const NothingToExport = ({ reason }: { reason: string }) => (
  <Tooltip text={reason}>
    <Button variant="ghost" icon={<Download />} aria-disabled>
      Export CSV
    </Button>
  </Tooltip>
);
