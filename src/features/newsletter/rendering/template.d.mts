/**
 * Fills a Jinja2 template. What it accepts, it renders to the letter as Jinja2 does; for all else it
 * throws an error with the `line`, which counts from 1 or is null.
 *
 * @param options says whether values are escaped
 */
export declare function fill(
  source: string,
  variables: Readonly<Record<string, unknown>>,
  options: { readonly isHtml: boolean },
): { readonly text: string; readonly lines: readonly number[] };
