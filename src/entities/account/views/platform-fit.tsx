import { TriangleAlert } from "lucide-react";
import { formatFigure } from "@/shared/format/number";
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
};

/** Shows how a post fits one platform's limits, before it is sent: '312 / 300 graphemes · 12 over'. */
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
