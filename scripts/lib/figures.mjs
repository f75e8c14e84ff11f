/**
 * Returns true if a line meets its budget. A line is `{ what, figure, budget, unit }`; less is
 * better, and a line without a budget is only printed. `slowness` is how many times slower this
 * machine is than the one of the budget.
 */
export const isMet = ({ figure, budget, slowness = 1 }) =>
  budget === undefined || figure <= budget * slowness;

/** A Markdown table of lines. */
export function tableOf(lines) {
  const hasBudget = lines.some(({ budget }) => budget !== undefined);
  return markdown([
    hasBudget ? ["What", "Figure", "Budget", ""] : ["What", "Figure"],
    ...lines.map((line) =>
      hasBudget
        ? [line.what, inWords(line.figure, line), budgetOf(line), verdict(line)]
        : [line.what, inWords(line.figure, line)],
    ),
  ]);
}

const budgetOf = (line) =>
  inWords(line.budget, line) +
  (line.slowness > 1 ? ` × ${inWords(line.slowness, { digits: 2 })}` : "");

function verdict(line) {
  if (line.budget === undefined) return "";
  return isMet(line) ? "ok" : "OVER";
}

function inWords(figure, { unit, digits }) {
  if (figure === undefined) return "";
  const text = figure.toLocaleString("en", {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? (Math.abs(figure) < 10 ? 2 : 1),
  });
  return unit ? `${text} ${unit}` : text;
}

/** A Markdown table; the first row is the header. */
export function markdown(rows) {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return ["", lines[0], rule, ...lines.slice(1), ""].join("\n");
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** The value that this share of the values does not exceed. */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
