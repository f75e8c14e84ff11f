import { type ChildProcess, fork } from "node:child_process";
import { load } from "cheerio";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { MailVariables } from "@/features/newsletter/mail";
import { sampleProducts, starterTemplate } from "@/features/newsletter/starter-template";
import { createMailRenderer } from "../../../../server/adapters/mail-renderer/mail-renderer.ts";
import { mjml } from "./support.ts";

vi.mock("node:child_process", { spy: true });

/** Longer than any template takes on a slow machine. */
const renderer = createMailRenderer({ limit: 60_000 });
/** For templates that do not end. */
const impatient = createMailRenderer({ limit: 1000 });
afterAll(() => {
  renderer.close();
  impatient.close();
});

type Given = MailVariables & { readonly subject: string };

const render = (body: string, given: Partial<Given> = {}, by = renderer) => {
  const { subject = "Ponuda", ...variables } = given;
  return by.render({
    subject,
    mjml: body,
    variables: {
      subscriber_name: "Milica",
      products: sampleProducts,
      unsubscribe_url: "https://console.example.com/newsletter/unsubscribe?token=x",
      ...variables,
    },
  });
};

/** Renders a mail, and throws if it does not render. */
async function mailOf(body: string, given: Partial<Given> = {}) {
  const rendered = await render(body, given);
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.errors));
  const page = load(rendered.html);
  const text = page("body").text().replace(/\s+/g, " ").trim();
  return { ...rendered, page, text };
}
const text = async (content: string, given: Partial<Given> = {}) =>
  (await mailOf(mjml(`<mj-text>${content}</mj-text>`), given)).text;
const subject = async (template: string, given: Partial<Given> = {}) =>
  (await mailOf(mjml("<mj-text>Zdravo</mj-text>"), { ...given, subject: template })).subject;

/** Returns the messages about the parts that a mail leaves out, with their lines. */
const toldOf = async (body: string, given: Partial<Given> = {}) =>
  (await mailOf(body, given)).removed.map(({ line, message }) => `${line}: ${message}`);

async function errorsOf(body: string, given: Partial<Given> = {}, by = renderer) {
  const rendered = await render(body, given, by);
  return rendered.ok ? [] : rendered.errors;
}
const wrong = (line: number | null, message: string) => [{ part: "body", line, message }];

const product = { name: "Šal", price: "1.990", old_price: "", image_url: "", url: "" };

describe("Templates", () => {
  test("know the subscriber, the products and the link to unsubscribe", async () => {
    const { page, text } = await mailOf(
      mjml(
        `<mj-text>{{ subscriber_name }}:{% for p in products %} {{ loop.index }}. {{ p.name }} {{ p.price }}{% if p.old_price %} ({{ p.old_price }}){% endif %}{% endfor %}
          <a href="{{ unsubscribe_url }}">Odjava</a></mj-text>
          {% for p in products %}<mj-image src="https://cdn.example.com{{ p.image_url }}" href="{{ p.url }}" />{% endfor %}`,
      ),
    );
    expect(text).toBe(
      "Milica: 1. Vuneni šal „Kopaonik“ 1.990 (2.490) 2. Duks sa kapuljačom „Đerdap“ 3.590,50 (4.990) 3. Šolja „Čaj & ćebe“ 890 Odjava",
    );
    expect(page("a").first().attr("href")).toBe(
      "https://console.example.com/newsletter/unsubscribe?token=x",
    );
    expect(page("img")).toHaveLength(3);
  });

  test("of the starter render with everything, with nothing and for a nameless subscriber", async () => {
    const { subject, mjml } = starterTemplate;
    const full = await mailOf(mjml, { subject });
    expect(full.subject).toBe("Milica, ovo je ponuda nedelje");
    expect(full.text).toContain("Zdravo, Milica!");
    expect(
      full
        .page("a")
        .map((_, a) => full.page(a).text().trim())
        .get(),
    ).toEqual(["Pogledaj", "Pogledaj", "Pogledaj", "Odjavite se"]);
    const bare = await mailOf(mjml, { subject, subscriber_name: "", products: [] });
    expect(bare.subject).toBe("Ovo je ponuda nedelje");
    expect(bare.text).toContain("Zdravo!");
    expect(bare.page("img, a")).toHaveLength(1);
    const { text, page } = await mailOf(mjml, { subject, products: [{ ...product, price: "" }] });
    expect(text).toContain("Šal");
    expect(text).not.toContain("RSD");
    expect(page("img, a")).toHaveLength(1);
  });

  test("load nothing from other servers that they do not name", async () => {
    const { html } = await mailOf(starterTemplate.mjml);
    expect(html).not.toMatch(/<link|@import|fonts\./);
  });
});

describe("A mistake is named with its line", () => {
  test.each([
    ["<mj-text>\n{{ subscribr_name }}</mj-text>", 6, 'Unknown variable "subscribr_name".'],
    ["{% for p in products %}\n{{ p.prise }}\n{% endfor %}", 6, 'Unknown field "prise".'],
    ["{% if not products %}\n\n{{ coupon }}{% endif %}", 7, 'Unknown variable "coupon".'],
    ["\n{% for p in products %}\n{{ p.name }}", 6, "{% for %} has no {% endfor %}."],
    ["{% if products %}\n{% for p in products %}{% endfor %}", 5, "{% if %} has no {% endif %}."],
    ["\n\n{{ subscriber_name name }}", 7, "This tag cannot be understood."],
    ["\n{{ subscriber_name ", 6, "This tag cannot be understood."],
    ["\n{{ 'abc }}", 6, "This tag cannot be read."],
    ["{% include 'x' %}", 5, "{% include %} is not known here."],
    ["\n{{ subscriber_name | nope }}", 6, 'The filter "nope" cannot be used here.'],
    ["{% for p in products recursive %}{% endfor %}", 5, "A recursive loop is not supported."],
    ["{# a\n\n#}\n{{ nobody }}", 8, 'Unknown variable "nobody".'],
    ["{%- if products -%}\n\n{{ nobody }}{% endif %}", 7, 'Unknown variable "nobody".'],
    [
      "<mj-text>a</mj-text>\n<mj-tekst />",
      6,
      "Element mj-tekst doesn't exist or is not registered.",
    ],
    ["<mj-text\n colour='red'>a</mj-text>", 5, "Attribute colour is illegal."],
    ["\n<mj-text>a", 6, "<mj-text> is not closed."],
    ["<mj-text>a</mj-text></mj-text>", 4, "<mj-column> is not closed."],
    ["<mj-text>a</mj-text>\n<mj-include path='/etc/passwd' />", 6, "mj-include is not supported."],
    ["<MJ-INCLUDE path='/etc/passwd'>a</MJ-INCLUDE>", 5, "mj-include is not supported."],
  ])("%j", async (content, line, message) => {
    expect(await errorsOf(mjml(content))).toEqual(wrong(line, message));
  });

  test("also after a loop, and once for a mistake that a loop repeats", async () => {
    const loop = "{% for p in products %}\n<mj-text>{{ p.name }}</mj-text>\n{% endfor %}";
    expect(await errorsOf(mjml(`${loop}\n<mj-tekst />`))).toEqual(
      wrong(8, "Element mj-tekst doesn't exist or is not registered."),
    );
    expect(await errorsOf(mjml(loop.replace("mj-text>{", "mj-text x='1'>{")))).toEqual(
      wrong(6, "Attribute x is illegal."),
    );
  });

  test("in the subject and in the body at once", async () => {
    expect(await errorsOf(mjml("{{ b }}"), { subject: "Zdravo\n{{ a }}" })).toEqual([
      { part: "subject", line: 2, message: 'Unknown variable "a".' },
      { part: "body", line: 5, message: 'Unknown variable "b".' },
    ]);
  });

  test.each([
    ["", "The template is empty."],
    ["Zdravo!", "Parsing failed. Check your mjml."],
    ["<p>Zdravo!</p>", expect.stringMatching(/^Malformed MJML/)],
  ])("or without a line, for text that is not MJML: %j", async (body, message) => {
    expect(await errorsOf(body)).toEqual(wrong(null, message));
  });
});

describe("The subject", () => {
  test("is text on one line, without control characters", async () => {
    expect(await subject("  Čaj\r\nBcc: svi@example.com\u0000\u2028 & <b>\t! ")).toBe(
      "Čaj Bcc: svi@example.com & <b> !",
    );
    const subscriber_name = "Ana\r\nBcc: svi@example.com";
    expect(await subject("{{ subscriber_name }}", { subscriber_name })).toBe(
      "Ana Bcc: svi@example.com",
    );
  });

  test("is refused when it is empty or too long", async () => {
    const refused = async (template: string) =>
      errorsOf(mjml("<mj-text>a</mj-text>"), { subject: template, subscriber_name: "" });
    const error = (message: string) => [{ part: "subject", line: null, message }];
    expect(await refused(" {{ subscriber_name }} ")).toEqual(error("The subject is empty."));
    expect(await refused("a".repeat(501))).toEqual(
      error("The subject is longer than 500 characters."),
    );
  });
});

describe("A value is only ever text", () => {
  const attack = `"'><script>alert(1)</script><mj-raw><img src=x onerror=alert(2)></mj-raw></mj-text>{{ 7*7 }}{% x %}<!-- &lt;i&gt;`;
  const everywhere = mjml(`<mj-text>T {{ v }}</mj-text>
    <mj-image src="https://a.example.com/{{ v }}" alt="{{ v }}" title='{{ v }}' href="https://a.example.com/{{ v }}" />
    <mj-button href="https://a.example.com/?{{ v }}">B {{ v }}</mj-button>
    <mj-raw><p title="{{ v }}">R {{ v }}</p></mj-raw>
    <mj-table><tr><td>C {{ v }}</td></tr></mj-table>
    <mj-social><mj-social-element name="facebook" alt="{{ v }}">{{ v }}</mj-social-element></mj-social>`);

  test.each([
    ["the subscriber's name", "subscriber_name"],
    ["a product's name", "products[0].name"],
    ["a product's price", "products[0].price"],
    ["a product's old price", "products[0].old_price"],
    ["a product's image", "products[0].image_url"],
    ["a product's URL", "products[0].url"],
    ["the link to unsubscribe", "unsubscribe_url"],
    ["one under another name", "x"],
  ])("as %s", async (_, value) => {
    const hostile = {
      subscriber_name: attack,
      products: [
        { name: attack, price: attack, old_price: attack, image_url: attack, url: attack },
      ],
      unsubscribe_url: attack,
    };
    const body = `{% set x = subscriber_name %}${everywhere.replaceAll("{{ v }}", `{{ ${value} }}`)}`;
    const { page, text } = await mailOf(body, hostile);
    expect(page("script, [onerror], mj-raw")).toHaveLength(0);
    expect(page("img")).toHaveLength(2);
    expect(page("img").first().attr("alt")).toBe(attack);
    expect(page("p[title]").attr("title")).toBe(attack);
    for (const place of ["T", "B", "R", "C"]) expect(text).toContain(`${place} ${attack}`);
  });

  test("also if a filter, a macro or a block passes it on", async () => {
    const given = { subscriber_name: "<b>&" };
    for (const expression of [
      "{{ subscriber_name | trim }}",
      "{{ subscriber_name ~ '' }}",
      "{{ [subscriber_name] | join('') }}",
      "{% macro m(x) %}{{ x }}{% endmacro %}{{ m(subscriber_name) }}",
      "{% set x %}{{ subscriber_name }}{% endset %}{{ x }}",
      "{% for x in [subscriber_name] %}{{ x }}{% endfor %}",
    ]) {
      expect(await text(expression, given), expression).toBe("<b>&");
    }
  });

  test("and loses control characters", async () => {
    expect(await text("{{ subscriber_name }}", { subscriber_name: "A\u0000n\u001ba" })).toBe("Ana");
  });

  test("unless the template says that it is HTML; then it runs no code either", async () => {
    const subscriber_name = "<b onclick='a()'>Ana</b><script>b()</script>";
    const { page } = await mailOf(mjml("<mj-text>{{ subscriber_name|safe }}</mj-text>"), {
      subscriber_name,
    });
    expect(page("b").text()).toBe("Ana");
    expect(page("script, [onclick]")).toHaveLength(0);
  });
});

describe("A template has no access to the server", () => {
  test.each([
    '{{ "".constructor }}',
    '{{ ""["constructor"] }}',
    '{{ products["__proto__"] }}',
    "{{ products.constructor.constructor('return process')() }}",
    "{{ subscriber_name.upper.constructor }}",
    "{{ range }}",
    "{{ subscriber_name.upper }}",
    "{{ process }}",
    "{{ globalThis }}",
    "{{ self }}",
    "{{ strftime_now('%Y') }}",
    "{{ raise_exception('a') }}",
  ])("%s", async (expression) => {
    const errors = await errorsOf(mjml(`<mj-text>${expression}</mj-text>`));
    expect(errors).toEqual([
      { part: "body", line: 5, message: expect.stringMatching(/^(Unknown|This tag has no value)/) },
    ]);
  });

  test("and everything that carries code is removed from the page", async () => {
    const { page, html } = await mailOf(
      mjml(`<mj-text><a href="java&#10;script:alert(1)" onclick="alert(2)">a</a>
        <a href="HTTPS://example.com/?a=1&amp;b=2">b</a><a href="mailto:a@example.com">c</a>
        <a href="data:text/html,x">d</a><script>alert(3)</script><img src="javascript:alert(4)">
        <svg onload="alert(5)"></svg><form action="https://x.example.com"><input></form></mj-text>
        <mj-button href="vbscript:x">e</mj-button>
        <mj-raw><iframe src="https://x.example.com"></iframe><base href="https://x.example.com">
        <meta http-equiv="Refresh" content="0;url=https://x.example.com"><!--><script>alert(6)</script>--></mj-raw>`),
    );
    expect(page("script, iframe, base, svg, form, [onclick], [onload]")).toHaveLength(0);
    expect(page("meta[http-equiv=Refresh]")).toHaveLength(0);
    expect(
      page("a")
        .map((_, a) => page(a).attr("href") ?? "")
        .get(),
    ).toEqual(["", "HTTPS://example.com/?a=1&b=2", "mailto:a@example.com", "", ""]);
    expect(html).not.toMatch(/script:|alert/);
  });

  test("and what was removed is told with its line", async () => {
    const lines = [
      "<mjml><mj-body><mj-section><mj-column>",
      '<mj-button href="vbscript:x">a</mj-button>',
      "{% for p in products %}",
      '<mj-image src="data:image/svg+xml,<svg/>" />',
      "{% endfor %}",
      '<mj-text><b onclick="a()">b</b></mj-text>',
      "<mj-raw><form></form></mj-raw>",
      '<mj-text><b onClick="a()">b</b><i ONCLICK="b()">c</i></mj-text>',
      "<mj-raw><FORM></FORM></mj-raw>",
      '<mj-raw><meta name="x" content="onclick"></mj-raw>',
      '<mj-raw><meta http-equiv="refresh" content="0"></mj-raw>',
      "</mj-column></mj-section></mj-body></mjml>",
    ];
    expect(await toldOf(lines.join("\n"))).toEqual([
      "11: <meta> is left out of the mail.",
      "7: <form> is left out of the mail.",
      "9: <form> is left out of the mail.",
      '2: The address "vbscript:x" is left out of the mail.',
      '4: The address "data:image/svg+xml,<svg/>" is left out of the mail.',
      '6: onclick="…" is left out of the mail: mails run no code.',
      '8: onclick="…" is left out of the mail: mails run no code.',
    ]);
  });

  test("and what MJML leaves out is told with its line, once for a loop", async () => {
    const lines = [
      "<mjml><mj-body>Zdravo!",
      "<mj-section>&nbsp;<!-- ništa -->",
      "<mj-column>",
      "{% for p in products %}",
      "  Cena",
      "<mj-image",
      " alt='Šal \"Kopaonik\"' src='a.png' />",
      "{% endfor %}",
      "<mj-text><mj-column>a</mj-column><a title='\"'>b</a></mj-text>",
      "</mj-column> i",
      "</mj-section>",
      "</mj-body>",
      "<mj-body><mj-section /></mj-body></mjml>",
    ];
    expect(await toldOf(lines.join("\n"))).toEqual([
      '1: Text directly in <mj-body> is left out of the mail: "Zdravo!".',
      '5: Text directly in <mj-column> is left out of the mail: "Cena".',
      "7: The attribute alt of <mj-image> ends at its double quote: write &quot; for it.",
      "9: <mj-column> in <mj-text> does nothing: use HTML there.",
      '10: Text directly in <mj-section> is left out of the mail: "i".',
      "13: The second <mj-body> is left out of the mail.",
    ]);
  });

  test.each([
    ["entities", "&zwnj;&zwj;&shy;&nbsp;&ensp;&emsp;&thinsp;&lrm;&rlm;&NoBreak;&ZeroWidthSpace;"],
    ["numbers", "&#8203;&#x200b;&#X200B;&#x0200b;&#847;&#8199;&#65279;&#160;&#32;&#173;&#8204;"],
    ["characters", "\u200c\u200b\u200d\u00ad\u034f\u2007\ufeff\u00a0"],
  ])("and nothing is told of text that shows nothing: %s", async (_, unseen) => {
    const told = (text: string) =>
      toldOf(
        `<mjml><mj-body><mj-section><mj-column>${text}</mj-column></mj-section></mj-body></mjml>`,
      );
    expect(await told(unseen)).toEqual([]);
    for (const shown of ["&euro;", "&#8364;", "&#x2800000;"]) {
      expect(await told(unseen + shown)).toEqual([
        expect.stringMatching(/^1: Text directly in <mj-column> is left out of the mail: "/),
      ]);
    }
  });

  test("and what stands beside the mail, or is there twice, is told", async () => {
    const lines = [
      "Zdravo",
      "<mjml><mj-head><mj-title>a</mj-title></mj-head>",
      "<mj-head><mj-preview>b</mj-preview></mj-head>",
      "<mj-body><mj-section><mj-column>",
      '<mj-text>Evo: <mj-button href="https://example.com">Kupi</mj-button></mj-text>',
      '<mj-table><tr><td><mj-image src="a.png" /></td></tr></mj-table>',
      "</mj-column></mj-section></mj-body></mjml>",
      "Kraj",
    ];
    expect(await toldOf(lines.join("\n"))).toEqual([
      '1: Text outside of <mjml> is left out of the mail: "Zdravo".',
      "3: The second <mj-head> is left out of the mail.",
      "5: <mj-button> in <mj-text> does nothing: use HTML there.",
      "6: <mj-image> in <mj-table> does nothing: use HTML there.",
      '8: Text outside of <mjml> is left out of the mail: "Kraj".',
    ]);
  });

  test("and each of many addresses is told with its own line", async () => {
    const many = Array.from({ length: 14 }, (_, n) => `<mj-button href="zima:${n}">a</mj-button>`);
    expect(await toldOf(mjml(`\n${many.join("\n")}`))).toEqual(
      many.map((_, n) => `${6 + n}: The address "zima:${n}" is left out of the mail.`),
    );
  });

  test("and values in typographic quotes, which lead nowhere, are told", async () => {
    const told = await toldOf(
      mjml(
        "<mj-button\n href=“https://example.com”>a = „b“</mj-button>\n<mj-text><a href = ’https://example.com’>a</a> x=“b”</mj-text>",
      ),
    );
    expect(told).toEqual([
      '6: The quotation marks around href are typographic ones: write " for them.',
      '7: The quotation marks around href are typographic ones: write " for them.',
    ]);
    const none = await toldOf(
      mjml(
        "<!-- <mj-button href=“a”> --><mj-text><a title='x =“y”' href=\"z\">a</a> b =“c” &lt;d e=“f”</mj-text>",
      ),
    );
    expect(none).toEqual([]);
  });

  test("and an address is left out of the comments that Outlook reads, too", async () => {
    const { html, removed } = await mailOf(
      [
        '<mjml><mj-body><mj-hero background-url="javascript:a(1)"><mj-text>h</mj-text></mj-hero>',
        '<mj-section><mj-column><mj-button href="JavaScript:a(1)">b</mj-button>',
        '<mj-carousel><mj-carousel-image src="https://cdn.example.com/a.png" href="javascript:b?x&y" /></mj-carousel>',
        "</mj-column></mj-section></mj-body></mjml>",
      ].join("\n"),
    );
    // In a style sheet it runs nothing.
    expect(html).not.toMatch(/(src|href)="javascript:/i);
    expect(html).toMatch(/<v:image[^>]* src=""/);
    expect(removed.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '1: The address "javascript:a(1)" is left out of the mail.',
      '2: The address "JavaScript:a(1)" is left out of the mail.',
      '3: The address "javascript:b?x&y" is left out of the mail.',
    ]);
  });

  test("and double quotes of values do no harm in single quotes", async () => {
    const { page, removed } = await mailOf(
      mjml("<mj-image src='a.png' alt='{{ subscriber_name }}' />"),
      { subscriber_name: 'Ana "Anči"' },
    );
    expect(page("img").attr("alt")).toBe('Ana "Anči"');
    expect(removed).toEqual([]);
  });

  test("but harmless links and images stay, and nothing is said", async () => {
    const links = [
      "sms:+381601234567",
      "whatsapp://send?text=a",
      "tel:+381601234567",
      "tg://x",
      "webcals://x",
      "irc://x",
      "callto:+381601234567",
      "instagram://user?username=zima",
      "waze://?q=zima",
    ];
    const images = ["cid:logo", "data:image/png;base64,iVBORw0KGgo=", "https://cdn.example.com/a"];
    const { page, removed } = await mailOf(
      mjml(
        `${links.map((href) => `<mj-button href="${href}">a</mj-button>`).join("")}
        ${images.map((src) => `<mj-image src="${src}" />`).join("")}`,
      ),
    );
    const all = (name: string, attribute: string) =>
      page(name)
        .map((_, element) => page(element).attr(attribute) ?? "")
        .get();
    expect(all("a", "href")).toEqual(links);
    expect(all("img", "src")).toEqual(images);
    expect(removed).toEqual([]);
    expect(await toldOf(starterTemplate.mjml)).toEqual([]);
  });
});

describe("A tag with capital letters", () => {
  test.each([
    ["<mj-Text>a</mj-Text>", "<mj-Text> must be written <mj-text>."],
    ["<MJ-BUTTON>a</MJ-BUTTON>", "<MJ-BUTTON> must be written <mj-button>."],
  ])("%s is a mistake, because MJML would leave it out", async (tag, message) => {
    const body = `<mjml><mj-body><mj-section><mj-column>\n${tag}\n</mj-column></mj-section></mj-body></mjml>`;
    expect(await errorsOf(body)).toEqual(wrong(2, message));
  });

  test("is no worse than a second mail, of which MJML would leave out the first", async () => {
    const one = mjml("<mj-text>a</mj-text>");
    const line = one.split("\n").length + 1;
    expect(await errorsOf(`${one}\n${one}`)).toEqual(
      wrong(line, "There is a second <mjml>; a mail has one."),
    );
  });
});

describe("A template that does not end", () => {
  const endless =
    "{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% endfor %}{% endfor %}{% endfor %}";

  const errorsAfter = (template: string) => errorsOf(mjml(template), {}, impatient);

  /** On a slow machine the next template may be cut off too, but not for ever. */
  const nextIsRendered = () =>
    vi.waitFor(
      async () => {
        const next = await render(mjml("<mj-text>{{ subscriber_name }}</mj-text>"), {}, impatient);
        expect(next.ok && next.html).toContain("Milica");
      },
      { timeout: 120_000 },
    );

  test("is cut off, and the next one is rendered", async () => {
    const [cut] = await Promise.all([errorsAfter(endless), nextIsRendered()]);
    expect(cut).toEqual(wrong(null, "The template takes too long."));
  });

  test("or takes all memory takes none from the server", async () => {
    const growing =
      "{% set x = namespace(s='aaaaaaaaaa') %}{% for i in range(25) %}{% set x.s = x.s ~ x.s %}{% endfor %}{{ x.s | upper }}{{ x.s.split('a') | length }}";
    const [errors] = await Promise.all([errorsAfter(growing), nextIsRendered()]);
    expect(errors).toHaveLength(1);
  });
});

test("a mail says its size in bytes", async () => {
  const { html, size } = await mailOf(mjml(`<mj-text>${"č".repeat(110_000)}</mj-text>`));
  expect(size).toBe(Buffer.byteLength(html));
  expect(size).toBeGreaterThan(220_000);
});

test("many mails are rendered one after the other, each with its own values", async () => {
  const names = Array.from({ length: 30 }, (_, n) => `Čitalac ${n}`);
  const texts = await Promise.all(
    names.map((name) => text("{{ subscriber_name }}", { subscriber_name: name })),
  );
  expect(texts).toEqual(names);
});

/** Resolves when the child exits. `once` would reject if the child first emits a write error. */
const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => child.once("exit", () => resolve()));

describe("A renderer process that was killed while it was idle", () => {
  const ended = async (waitFor: (child: ChildProcess) => Promise<unknown>) => {
    renderer.close();
    expect(await text("{{ subscriber_name }}")).toBe("Milica");
    const child = vi.mocked(fork).mock.results.at(-1)?.value as ChildProcess;
    const gone = exitOf(child);
    child.kill("SIGKILL");
    await waitFor(child);
    expect(await text("{{ subscriber_name }}")).toBe("Milica");
    await gone;
  };

  test("is replaced, and the template is not blamed", async () => {
    await ended(exitOf);
  });

  test("is replaced also before its exit is noticed", async () => {
    await ended(async () => undefined);
  });
});
