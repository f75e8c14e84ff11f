/**
 * One thing that was counted or measured: `{ what, figure, budget, unit }`, where less is better. A
 * line without a budget is there to be read.
 */
export const isMet = ({ figure, budget }) => budget === undefined || figure <= budget;

/** In Markdown, for that is where it is shown to others. */
export function tableOf(lines) {
  const hasBudget = lines.some(({ budget }) => budget !== undefined);
  return markdown([
    hasBudget ? ["What", "Figure", "Budget", ""] : ["What", "Figure"],
    ...lines.map((line) =>
      hasBudget
        ? [line.what, said(line.figure, line), said(line.budget, line), verdict(line)]
        : [line.what, said(line.figure, line)],
    ),
  ]);
}

const verdict = (line) => (line.budget === undefined ? "" : isMet(line) ? "ok" : "OVER");

function said(figure, { unit, digits }) {
  if (figure === undefined) return "";
  const text = figure.toLocaleString("en", {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? (Math.abs(figure) < 10 ? 2 : 1),
  });
  return unit ? `${text} ${unit}` : text;
}

/** Rows of cells, the first the heads. */
export function markdown(rows) {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return ["", lines[0], rule, ...lines.slice(1), ""].join("\n");
}

/** The middle one of an odd number, else the mean of the middle two. */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}
