import { TriangleAlert } from "lucide-react";
import { formatFigure } from "@/shared/format/number";
import { platformLabel } from "../platforms";
import { type TextFit, unitName } from "../text-limits";
import styles from "./platform-fit.module.css";
import { PlatformGlyph } from "./platform-glyph";

type PlatformFitProps = {
  fit: TextFit;
  /** False where the platform's name stands beside it already. */
  isNamed?: boolean;
  /** Says how long the text is and how long it may be, also where it fits. */
  isCounted?: boolean;
};

/** What one platform will make of a post, before it is asked: '312 / 300 graphemes · 12 over'. */
export function PlatformFit({ fit, isNamed = true, isCounted = false }: PlatformFitProps) {
  const { platform, length, limit } = fit;
  const problems = isCounted ? fit.problemsBesideCount : fit.problems;
  const isFailing = problems.length > 0;
  const doubt = limit.isSure ? "" : "may refuse it: ";
  return (
    <span className={styles.fit} data-failing={isFailing ? "" : undefined}>
      {isFailing && <TriangleAlert aria-hidden="true" />}
      {isNamed && <PlatformGlyph type={platform} />}
      <span>
        {isNamed && platformLabel(platform)} {isCounted && countOf(length, limit)}
        {isCounted && isFailing && " · "}
        {isFailing && doubt + problems.join(", ")}
      </span>
    </span>
  );
}

const countOf = (length: number, { max, unit }: TextFit["limit"]) =>
  `${formatFigure(length)} / ${formatFigure(max)} ${unitName(unit)}`;
