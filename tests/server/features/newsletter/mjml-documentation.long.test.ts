import { load } from "cheerio";
import { describe, expect, test } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { sandboxMails } from "../../../../server/db/schema.ts";
import { mjmlDocumentation, refusedExample } from "../../../support/mjml-documentation.ts";
import { startWorld } from "../start-world.ts";
import { newsletterBody, saveNewsletter } from "./support.ts";

const world = await startWorld();
const group = await world.addGroup();
const params = { groupId: group };

const accepted = mjmlDocumentation.filter(([file]) => file !== refusedExample.file);

/** Returns the parts that a reader of the template would miss: its words, its images and its links. */
function contentOf(html: string) {
  const page = load(html, { xml: false });
  const attribute = (name: string) =>
    page(`[${name}]`)
      .toArray()
      .map((element) => page(element).attr(name) ?? "");
  page("style, title, mj-head, head, mj-preview").remove();
  return {
    words: page("body").text().match(/\S+/g) ?? [],
    addresses: [...attribute("src"), ...attribute("href"), ...attribute("background-url")],
  };
}

test("MJML's documentation has examples", () => {
  expect(mjmlDocumentation).toHaveLength(27);
});

describe("An example of MJML's documentation", () => {
  test.each(accepted)("is saved as typed, and sent with all that it shows: %s", async (_, mjml) => {
    const saved = await saveNewsletter(world, group, { mjml_template: mjml, is_active: true });
    expect(saved).toMatchObject({ mjml_template: mjml, is_active: true });
    expect(await world.call(newsletterApi.settings, { params })).toEqual(saved);
    await world.call(newsletterApi.sendTest, { params });
    const [mail] = (
      await world.database.db.select().from(sandboxMails).orderBy(sandboxMails.id)
    ).slice(-1);
    const sent = mail?.html ?? "";
    const { words, addresses } = contentOf(mjml);
    expect(contentOf(sent).words).toEqual(expect.arrayContaining(words));
    for (const address of addresses) expect(sent).toContain(address.replaceAll("&", "&amp;"));
  });

  test("with variables of another program is refused with its line, and sent to nobody", async () => {
    const { file, line, message } = refusedExample;
    const mjml_template = mjmlDocumentation.find(([name]) => name === file)?.[1] ?? "";
    const body = await newsletterBody(world, group, { mjml_template });
    const refused = await world.refusal(newsletterApi.saveSettings, { params, body });
    expect(refused).toEqual({
      status: 422,
      detail: [
        { loc: ["body", "mjml_template"], msg: `Line ${line}: ${message}`, type: "value_error" },
      ],
    });
    await saveNewsletter(world, group, { mjml_template, is_active: false });
    expect(await world.refusal(newsletterApi.sendTest, { params })).toEqual({
      status: 422,
      detail: `MJML template, line ${line}: ${message}`,
    });
  });
});
