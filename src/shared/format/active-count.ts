import { formatFigure } from "./number";

type Record = { readonly is_active?: boolean | undefined };

/** '22 of 24 active'. A record without `is_active` counts as active, as its card shows it. */
export function activeCount(records: readonly Record[]): string {
  const active = records.filter(({ is_active }) => is_active ?? true);
  return `${formatFigure(active.length)} of ${formatFigure(records.length)} active`;
}
