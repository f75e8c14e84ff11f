import { afterAll, describe, expect, it } from "vitest";
import { templateParts } from "@/features/newsletter/forms/template-field";
import { type MailVariables, sampleVariables, sparseVariables } from "@/features/newsletter/mail";
import { renderRequest } from "@/features/newsletter/preview/render-request";
import { starterTemplate } from "@/features/newsletter/starter-template";
import { createMailRenderer } from "../../../server/adapters/mail-renderer/mail-renderer.ts";
import { mjmlDocumentation } from "../../support/mjml-documentation";
import { mjml } from "./support";

const server = createMailRenderer();
afterAll(() => server.close());

const full = sampleVariables("http://localhost:4100", "http://localhost:4100/u");
const preview = (subject: string, body: string, variables: MailVariables) =>
  renderRequest({ id: 1, mail: { subject, mjml: body, variables }, sparse: [], full: variables });

const { subject, mjml: starter } = starterTemplate;
const templates: readonly (readonly [what: string, subject: string, mjml: string])[] = [
  ["the starter template", subject, starter],
  [
    "a template with scripts",
    "x",
    mjml(`<a href="javascript:a()" onclick="a()">b</a><script>c</script>`),
  ],
  [
    "loops, filters and macros",
    "{{ products | length }}",
    mjml("{% for p in products %}{{ p.name | upper }}{% endfor %}"),
  ],
  ["an unknown variable", "x", mjml("{{ nema }}")],
  ["an unclosed tag", "{{ subscriber_name", mjml("{% for p in products %}")],
  ["a text that is not MJML", "x", "<p>"],
  ["an unknown attribute", "x", mjml('</mj-text><mj-text colour="red">')],
  ["nothing", "", ""],
  ...mjmlDocumentation.map(([file, body]) => [`MJML's example ${file}`, "x", body] as const),
];

/** MJML gives a carousel and a menu a random id. */
const alike = <Rendered extends object>(rendered: Rendered): Rendered =>
  JSON.parse(JSON.stringify(rendered).replace(/\b[0-9a-f]{16}\b/g, "id"));

describe("The preview renders as the server sends", () => {
  it.each(templates)("%s", async (_, subject, body) => {
    for (const variables of [full, ...sparseVariables(full)]) {
      const sent = alike(await server.render({ subject, mjml: body, variables }));
      const seen = alike(await preview(subject, body, variables));
      expect(seen).toMatchObject(
        sent.ok
          ? { subject: sent.subject, html: sent.html, removed: sent.removed, errors: [] }
          : { errors: sent.errors },
      );
    }
  });

  it("subject or body alone, if the other does not render", async () => {
    const whole = await preview("{{ subscriber_name }}", mjml("Zdravo"), full);
    const withoutSubject = await preview("{{ nema }}", mjml("Zdravo"), full);
    expect(withoutSubject).toMatchObject({ subject: null, html: whole.html });
    expect(withoutSubject.errors).toMatchObject([{ part: "subject", line: 1 }]);
    const withoutBody = await preview("{{ subscriber_name }}", mjml("{{ nema }}"), full);
    expect(withoutBody).toMatchObject({ subject: "Milica", html: null });
    expect(withoutBody.errors).toMatchObject([{ part: "body", line: 5 }]);
  });

  it("and reports what does not render with less data", async () => {
    const mail = { subject: "x", mjml: mjml("{{ products[0].name | upper }}"), variables: full };
    const found = await renderRequest({ id: 1, mail, sparse: sparseVariables(full), full });
    expect(found).toMatchObject({ subject: "x", errors: [] });
    expect(found.sparseErrors).toMatchObject([{ part: "body", line: 5 }]);
  });
});

describe("A coloured template", () => {
  it("keeps the text of the template", () => {
    for (const [, subject, body] of templates) {
      for (const text of [subject, body]) {
        expect(
          templateParts(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }
    }
  });

  it("distinguishes tags, attributes, variables and comments from text", () => {
    expect(templateParts('<mj-text a="{{ b }}">c = d > e</mj-text><!-- f -->{% if g %}')).toEqual([
      { kind: "tag", text: "<mj-text" },
      { text: " " },
      { kind: "attribute", text: "a=" },
      { text: '"' },
      { kind: "variable", text: "{{ b }}" },
      { text: '"' },
      { kind: "tag", text: ">" },
      { text: "c = d > e" },
      { kind: "tag", text: "</mj-text" },
      { kind: "tag", text: ">" },
      { kind: "comment", text: "<!-- f -->" },
      { kind: "variable", text: "{% if g %}" },
    ]);
  });
});
