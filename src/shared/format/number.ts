import { once } from "./once";

/** Shown for a figure that was not measured, which is not the same as zero. */
export const notMeasured = "—";

const isFigure = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** 999, 1K, 1.2K, 15.3K, 1M: shortened from 1,000 and from 1,000,000. */
export function formatCount(value: number | null | undefined) {
  if (!isFigure(value)) return notMeasured;
  const size = Math.abs(value);
  // 999,950 would round to '1000.0K'.
  if (size >= 999_950) return `${trimmed(value / 1_000_000)}M`;
  if (size >= 1_000) return `${trimmed(value / 1_000)}K`;
  return String(Math.round(value));
}

const trimmed = (value: number) => value.toFixed(1).replace(/\.0$/, "");

const fractional = once(() => new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }));

/** 4,210: the whole figure, for titles and details. */
export function formatFigure(value: number | null | undefined) {
  if (!isFigure(value)) return notMeasured;
  // Creating the first Intl format takes a frame, and most figures are whole.
  return Number.isSafeInteger(value)
    ? String(value).replace(/\B(?=(?:\d{3})+$)/g, ",")
    : fractional().format(value);
}

/** '1 post', '1,200 posts'. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${formatFigure(count)} ${count === 1 ? noun : plural}`;

/** 0.0499 is '4.99%'. */
export function formatPercent(fraction: number | null | undefined) {
  // Multiplied by 100, the largest numbers overflow.
  const percent = isFigure(fraction) ? fraction * 100 : undefined;
  return isFigure(percent) ? `${percent.toFixed(2)}%` : notMeasured;
}

type Record = { readonly is_active?: boolean | undefined };

/** '22 of 24 active'. A record without `is_active` counts as active, as its card shows it. */
export function activeCount(records: readonly Record[]): string {
  const active = records.filter(({ is_active }) => is_active ?? true);
  return `${formatFigure(active.length)} of ${formatFigure(records.length)} active`;
}
