import { readdirSync, readFileSync } from "node:fs";

const folder = "tests/support/mjml-documentation/";

/**
 * The examples of MJML's documentation, one for each of its elements, by file: copied from the README
 * files of its packages (`mjml-hero` and so on, release 5.4.1, MIT), which need 150 others to install.
 */
export const mjmlDocumentation: readonly (readonly [file: string, template: string])[] =
  readdirSync(folder)
    .filter((file) => file.endsWith(".mjml"))
    .map((file) => [file, readFileSync(folder + file, "utf8")]);

/** The only example that is refused, and why: it shows how to embed another template language. */
export const refusedExample = {
  file: "raw-2.mjml",
  message: 'Unknown variable "foo".',
  line: 4,
} as const;
