import { load } from "cheerio";

const blocks = "p, div, tr, li, h1, h2, h3, h4, h5, h6, table, section, article, header, footer";

/**
 * Returns the text of a mail's HTML, for programs that show no HTML. Links have their address
 * behind them.
 */
export function textOfMail(html: string): string {
  const page = load(html);
  page("head, style, script, title").remove();
  page("a[href]").each((_, link) => {
    const element = page(link);
    const words = element.text().trim();
    const href = element.attr("href") ?? "";
    element.text(words === "" || words === href ? href : `${words} (${href})`);
  });
  page("img[alt]").each((_, image) => {
    page(image).replaceWith(page("<span>").text(page(image).attr("alt") ?? ""));
  });
  page("br").replaceWith("\n");
  page(blocks).append("\n");
  return page("body")
    .text()
    .replace(/[^\S\n]+/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
