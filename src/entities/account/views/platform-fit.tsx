import { TriangleAlert } from "lucide-react";
import { formatFigure } from "@/shared/format/number";
import { useReach } from "@/shared/query/use-backend";
import { platformLabel } from "../platforms";
import { type TextFit, unitName } from "../text-limits";
import styles from "./platform-fit.module.css";
import { PlatformGlyph } from "./platform-glyph";

type PlatformFitProps = {
  fit: TextFit;
  /** False if the platform's name is already shown beside it. */
  isNamed?: boolean;
  /** Shows the text's length and its limit, even if it fits. */
  isCounted?: boolean;
  /** The state of the account, which comes first where it matters. */
  state?: string | undefined;
};

/**
 * Shows how a post fits one platform's limits before it is sent ('312 / 300 · 12 over'), and its
 * price there. Renders nothing if it fits, is free and is not counted.
 */
export function PlatformFit({ fit, isNamed = true, isCounted = false, state }: PlatformFitProps) {
  const { platform, length, limit } = fit;
  const problems = isCounted ? fit.problemsBesideCount : fit.problems;
  const isFailing = problems.length > 0;
  const doubt = !limit.isSure && length > limit.max ? " (may be refused)" : "";
  const isPaid = useReach(platform) === "real" && fit.price !== undefined;
  if (!isCounted && !isFailing && !isPaid) return null;
  const words = [
    state,
    isCounted && countOf(length, limit),
    isFailing && problems.join(", ") + doubt,
    isPaid && `link costs ${fit.price}`,
  ];
  return (
    <span className={styles.fit} data-failing={isFailing ? "" : undefined}>
      {isFailing && <TriangleAlert aria-hidden="true" />}
      {isNamed && <PlatformGlyph type={platform} />}
      <span title={isCounted ? unitName(limit.unit) : undefined}>
        {isNamed && platformLabel(platform)} {words.filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}

const countOf = (length: number, { max }: TextFit["limit"]) =>
  `${formatFigure(length)} / ${formatFigure(max)}`;
