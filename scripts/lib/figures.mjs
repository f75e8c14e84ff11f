/**
 * One thing that was counted or measured: `{ what, figure, budget, unit }`, where less is better. A
 * line without a budget is there to be read. Where the budget is for another machine than this one,
 * `slowness` says how many times slower this one is; where something else has to be part of the
 * figure, `least` is that part alone.
 */
export const isMet = ({ figure, budget, slowness = 1 }) =>
  budget === undefined || figure <= budget * slowness;

/** Whether nothing that is built here could meet the budget, as was measured in the same run. */
const isOutOfReach = ({ least, ...line }) =>
  least !== undefined && !isMet({ ...line, figure: least });

export const isDone = (line) => isMet(line) || isOutOfReach(line);

/** In Markdown, for that is where it is shown to others. */
export function tableOf(lines) {
  const hasBudget = lines.some(({ budget }) => budget !== undefined);
  return markdown([
    hasBudget ? ["What", "Figure", "Budget", ""] : ["What", "Figure"],
    ...lines.map((line) =>
      hasBudget
        ? [line.what, said(line.figure, line), budgetOf(line), verdict(line)]
        : [line.what, said(line.figure, line)],
    ),
  ]);
}

const budgetOf = (line) =>
  said(line.budget, line) + (line.slowness > 1 ? ` × ${said(line.slowness, { digits: 2 })}` : "");

function verdict(line) {
  if (line.budget === undefined) return "";
  if (isMet(line)) return "ok";
  return isOutOfReach(line) ? `at least ${said(line.least, line)}` : "OVER";
}

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
