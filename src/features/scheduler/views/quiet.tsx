import type { ReactNode } from "react";
import { PanelReports } from "@/shared/query/panel-reports";

/** Several panels show one answer: its age and its unreadable records are told once, by the first. */
export const Quiet = ({ children }: { children: ReactNode }) => (
  <PanelReports value={undefined}>{children}</PanelReports>
);
