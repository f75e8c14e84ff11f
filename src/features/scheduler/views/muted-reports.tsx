import type { ReactNode } from "react";
import { PanelReports } from "@/shared/query/panel-reports";

/**
 * Mutes the panel reports. Several panels show the same answer, so only the first one reports its
 * age and its unreadable records.
 */
export const MutedReports = ({ children }: { children: ReactNode }) => (
  <PanelReports value={undefined}>{children}</PanelReports>
);
