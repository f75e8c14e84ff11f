import type { ReactNode } from "react";
import { counted } from "@/shared/format/number";
import { EmptyState, WarningStrip } from "@/shared/ui/notice";

type NoPostsProps = {
  icon: ReactNode;
  title: string;
  /** How many posts of the list could not be read. */
  unreadable: number;
};

/**
 * In place of a list without posts whose panel mutes its reports: this list says itself that posts could
 * not be read, rather than that there are none.
 */
export const NoPosts = ({ icon, title, unreadable }: NoPostsProps) =>
  unreadable > 0 ? (
    <WarningStrip>{counted(unreadable, "post")} could not be read.</WarningStrip>
  ) : (
    <EmptyState icon={icon} title={title} />
  );
