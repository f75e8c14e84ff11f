import { formatCount, formatFigure, formatPercent, notMeasured } from "@/shared/format/number";
import { engagementLevel } from "../engagement";
import { EngagementLevel } from "./engagement-level";

type FigureCellProps = { label: string; value: number | null | undefined };

/** Shows a short figure, with the full one as title; zero and "not measured" are muted. */
export const FigureCell = ({ label, value }: FigureCellProps) => (
  <td
    className={value ? undefined : "t3"}
    data-label={label}
    data-align="end"
    title={formatFigure(value)}
  >
    {formatCount(value)}
  </td>
);

export function Engagement({ rate }: { rate: number | null | undefined }) {
  const level = engagementLevel(rate);
  return level ? (
    <EngagementLevel level={level}>{formatPercent(rate)}</EngagementLevel>
  ) : (
    <span className="t3">{notMeasured}</span>
  );
}
