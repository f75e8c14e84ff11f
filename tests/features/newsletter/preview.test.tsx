import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sampleProducts } from "@/features/newsletter/starter-template";
import { holdTime, pass, press, until } from "../../support/held-time";
import { addShop, mailingServer, mjml, openNewsletter, previewPage, sender } from "./support";

async function open(settings?: Parameters<typeof mailingServer>[0], hasShop = false) {
  const given = await mailingServer(settings);
  if (hasShop) await addShop(given.server, given.group);
  const opened = await openNewsletter(given);
  const page = previewPage();
  return { ...opened, page };
}

const names = sampleProducts.map(({ name }) => name);

describe("The preview of a newsletter", () => {
  it("renders the templates with the sample data while the operator types", async () => {
    const { preview, page, put } = await open();
    expect(preview.getByText("Loading preview")).toBeInTheDocument();
    page.begin();
    expect(await preview.findByText("Zdravo Milica")).toBeVisible();
    expect(preview.getByText(`${sender} to Milica`)).toBeVisible();
    expect(page.frame).not.toHaveAttribute("aria-hidden", "true");
    expect(page.asked[0]?.mail.variables).toMatchObject({
      products: names.map((name) => ({ name })),
    });
    expect(page.asked[0]?.mail.variables.products[0]?.image_url).toBe(
      "http://localhost:4100/media/sandbox/sample-1.svg",
    );
    await put("Subject template", "Ponuda za {{ subscriber_name | upper }}");
    expect(await preview.findByText("Ponuda za MILICA")).toBeVisible();
  });

  it("runs in a sandboxed frame without an origin", async () => {
    const { page } = await open();
    expect(page.frame).toHaveAttribute("sandbox", "allow-scripts");
    expect(page.frame).toHaveAttribute("src", "/preview.html");
  });

  it("shows errors with their line, and keeps the last preview without mistakes", async () => {
    const { user, preview, page, put, field } = await open();
    page.begin();
    await preview.findByText("Zdravo Milica");
    await put("MJML template", mjml("{{ subscriber_nam }}"));
    const said = await preview.findByText(/Unknown variable "subscriber_nam"\./);
    expect(said).toHaveTextContent('MJML template, line 5: Unknown variable "subscriber_nam".');
    expect(preview.getByText("Last valid version")).toBeVisible();
    expect(preview.getByText("Zdravo Milica")).toBeVisible();

    await user.click(preview.getByRole("button", { name: "MJML template, line 5" }));
    const area = field("MJML template") as HTMLTextAreaElement;
    expect(area).toHaveFocus();
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe(
      "<mj-text>{{ subscriber_nam }}</mj-text>",
    );

    await put("MJML template", mjml("{{ subscriber_name }}"));
    await waitFor(() => expect(preview.queryByText(/Unknown variable/)).not.toBeInTheDocument());
    expect(preview.queryByText("Last valid version")).not.toBeInTheDocument();
  });

  it("shows no mail if none has rendered without mistakes", async () => {
    const { preview, page } = await open({ mjml_template: mjml("{{ nema }}") });
    page.begin();
    expect(await preview.findByText(/Unknown variable "nema"\./)).toBeVisible();
    expect(preview.getByText("No preview")).toBeVisible();
    expect(preview.getByText("Zdravo Milica")).toBeVisible();
  });

  it("shows the mail if only its subject does not render", async () => {
    const { user, preview, page, field } = await open({ subject_template: "{{ nema }}" });
    page.begin();
    await user.click(await preview.findByRole("button", { name: "Subject template, line 1" }));
    expect(field("Subject template")).toHaveFocus();
    expect(page.frame).not.toHaveAttribute("aria-hidden", "true");
    expect(preview.queryByText("Last valid version")).not.toBeInTheDocument();
  });

  it("warns about a template that renders with this sample but not for every mail", async () => {
    const template = mjml("{{ products[0].name | upper }}");
    const { preview, page } = await open({ mjml_template: template });
    page.begin();
    expect(await preview.findByText(/^Some mails will not render/)).toBeVisible();
    expect(preview.getByRole("button", { name: /^MJML template/ })).toBeVisible();
    expect(preview.getByText("Zdravo Milica")).toBeVisible();
  });

  it("warns about what the mail leaves out, with its line, and shows the rest", async () => {
    const { user, preview, page, put, field } = await open({
      mjml_template: mjml('<b onclick="a()">Zdravo</b>'),
    });
    page.begin();
    const title = "Parts of the mail are removed: an active newsletter cannot be saved like this.";
    expect(await preview.findByText(title)).toBeVisible();
    expect(preview.getByText(/is left out of the mail/)).toHaveTextContent(
      'MJML template, line 5: onclick="…" is left out of the mail: mails run no code.',
    );
    expect(page.frame).not.toHaveAttribute("aria-hidden", "true");
    expect(preview.queryByText("Last valid version")).not.toBeInTheDocument();

    await user.click(preview.getByRole("button", { name: "MJML template, line 5" }));
    expect(field("MJML template")).toHaveFocus();
    await put("MJML template", mjml("<b>Zdravo</b>"));
    await waitFor(() => expect(preview.queryByText(title)).not.toBeInTheDocument());
  });

  it("warns about a mail that Gmail cuts off, beside the buttons that save and test it too", async () => {
    const { preview, form, page, put } = await open({ mjml_template: mjml("a".repeat(110_000)) });
    page.begin();
    const warning = /^The mail is 1\d\d kB\. Gmail clips mail over 102 kB/;
    expect(await preview.findByText(warning)).toBeVisible();
    expect(form.getByText(warning)).toBeVisible();
    await put("MJML template", mjml("a".repeat(90_000)));
    await waitFor(() => expect(preview.queryByText(warning)).not.toBeInTheDocument());
    expect(form.queryByText(warning)).not.toBeInTheDocument();
  });

  it.each([
    [
      "12 products to a group with a shop, which may have them on sale",
      true,
      9_000,
      /^With 12 products, the mail is 1\d\d kB\. Gmail clips mail/,
    ],
    [
      "6 products to a group without a shop",
      false,
      18_000,
      /^With 6 products, the mail is 1\d\d kB\. Gmail clips mail/,
    ],
    ["no more products than a group without a shop has", false, 9_000, undefined],
    ["small mails", true, 6_000, undefined],
  ])("measures the mail with as many products as go out: %s", async (_, hasShop, each, warning) => {
    const mjml_template = mjml(`{% for product in products %}${"a".repeat(each)}{% endfor %}`);
    const { page, preview, form } = await open({ mjml_template }, hasShop);
    page.begin();
    await preview.findByText("Zdravo Milica");
    if (warning) {
      expect(await preview.findByText(warning)).toBeVisible();
      expect(form.getByText(warning)).toBeVisible();
    } else {
      await waitFor(() => expect(page.asked.at(-1)?.full.products).toHaveLength(hasShop ? 12 : 6));
      expect(screen.queryByText(/Gmail clips mail/)).not.toBeInTheDocument();
    }
  });

  it("accepts other sample data, and resets it", async () => {
    const { user, preview, page } = await open({
      subject_template: "{{ subscriber_name or 'Nepoznati' }}: {{ products | length }}",
    });
    page.begin();
    expect(await preview.findByText("Milica: 3")).toBeVisible();
    await user.click(preview.getByRole("button", { name: "Sample data" }));
    const sample = within(preview.getByRole("group", { name: "Sample data" }));
    await user.clear(sample.getByRole("textbox", { name: "Subscriber name" }));
    await user.click(sample.getByRole("button", { name: "Remove Product 2" }));
    expect(await preview.findByText("Nepoznati: 2")).toBeVisible();
    expect(preview.getByText(`${sender} to a subscriber without a name`)).toBeVisible();

    await user.click(sample.getByRole("button", { name: "Add product" }));
    const third = within(sample.getByRole("group", { name: "Product 3" }));
    await user.type(third.getByRole("textbox", { name: "Name" }), "Čarape");
    await user.type(third.getByRole("textbox", { name: "Link" }), "javascript:alert(1)");
    const image = third.getByRole("textbox", { name: "Image URL" });
    await user.type(image, "http://cdn.example.net/a.jpg");
    const note = "Not shown here: the console loads images over https only.";
    expect(image).toHaveAccessibleDescription(note);
    await user.clear(image);
    expect(image).not.toHaveAccessibleDescription(note);
    expect(await preview.findByText("Nepoznati: 3")).toBeVisible();
    await waitFor(() =>
      expect(page.asked.at(-1)?.mail.variables.products[2]).toMatchObject({
        name: "Čarape",
        url: "",
      }),
    );
    await user.click(sample.getByRole("button", { name: "Reset sample data" }));
    expect(await preview.findByText("Milica: 3")).toBeVisible();
  });

  it("shows what to do if there is no template, and renders nothing", async () => {
    const { preview, page } = await open(null);
    page.begin();
    expect(await preview.findByText("Nothing to preview yet")).toBeVisible();
    expect(page.asked).toEqual([]);
  });

  it("accepts messages of its own page only", async () => {
    const { preview, page } = await open();
    page.begin();
    await preview.findByText("Zdravo Milica");
    const id = page.asked.length;
    const nothing = { errors: [], size: null, fullSize: null, removed: [], sparseErrors: [] };
    const forged = { id, subject: "Forged", isShown: true, ...nothing };
    page.say({ kind: "rendered", ...forged }, window);
    expect(preview.queryByText("Forged")).not.toBeInTheDocument();
    // A message of its own page that breaks the contract is ignored too.
    page.say({ kind: "rendered", ...forged, subject: 5 } as never);
    expect(preview.getByText("Zdravo Milica")).toBeVisible();
  });

  it("is shown as wide as a phone on request", async () => {
    const { user, preview, page } = await open();
    expect(page.frame).toHaveStyle({ width: "680px" });
    await user.click(preview.getByRole("radio", { name: "Phone" }));
    expect(page.frame).toHaveStyle({ width: "390px" });
  });
});

/** Opens the newsletter while time stands still. */
async function openHeld() {
  const given = await mailingServer();
  holdTime();
  return openNewsletter(given, until);
}

describe("A preview that takes its time", () => {
  it("says that it is still working, until it is there", async () => {
    const { preview, page } = await open();
    const working = await preview.findByText("Still working…");
    expect(working.closest('[role="status"]')).toBeVisible();
    page.begin();
    expect(await preview.findByText("Zdravo Milica")).toBeVisible();
    expect(preview.queryByText("Still working…")).not.toBeInTheDocument();
  });

  it("says so while it renders, and keeps showing the last mail", async () => {
    const { preview } = await openHeld();
    const page = previewPage();
    page.begin();
    await until(() => preview.getByText("Zdravo Milica"));
    const busy = { postMessage: vi.fn() };
    Object.defineProperty(page.frame, "contentWindow", { value: busy, configurable: true });
    fireEvent.change(screen.getByRole("textbox", { name: "Subject template" }), {
      target: { value: "Polako" },
    });
    // The request goes out after 300 ms: the two seconds of the wait begin with it.
    await pass(300);
    await pass(1_900);
    expect(preview.queryByText("Still working…")).not.toBeInTheDocument();
    await pass(200);
    expect(preview.getByText("Still working…")).toBeVisible();
    await pass(50_000);
    expect(preview.queryByText(/too much time/)).not.toBeInTheDocument();
    expect(page.frame).not.toHaveAttribute("aria-hidden", "true");
    const nothing = { errors: [], size: null, fullSize: null, removed: [], sparseErrors: [] };
    page.say({ kind: "rendered", id: 2, subject: "Polako", isShown: true, ...nothing }, busy);
    expect(await until(() => preview.getByText("Polako"))).toBeVisible();
    expect(preview.queryByText("Still working…")).not.toBeInTheDocument();
  });

  it("is given half a minute for its worker once its script runs", async () => {
    const { preview } = await openHeld();
    const page = previewPage();
    page.say({ kind: "started" });
    fireEvent.load(page.frame);
    await pass(29_900);
    expect(screen.getByTitle("Mail preview")).toBe(page.frame);
    page.begin();
    expect(await until(() => preview.getByText("Zdravo Milica"))).toBeVisible();
  });
});

describe("A preview that does not start", () => {
  it("is loaded again by itself, soon if its script did not run", async () => {
    const { preview } = await openHeld();
    const { frame } = previewPage();
    fireEvent.load(frame);
    await pass(2_900);
    expect(screen.getByTitle("Mail preview")).toBe(frame);
    await pass(200);
    const page = previewPage();
    expect(page.frame).not.toBe(frame);
    expect(preview.queryByRole("alert")).not.toBeInTheDocument();
    page.begin();
    expect(await until(() => preview.getByText("Zdravo Milica"))).toBeVisible();
  });

  it("shows the failure after the third time, and is retried on request", async () => {
    const { preview } = await openHeld();
    for (const _ of ["first", "second", "third"]) {
      expect(preview.queryByRole("alert")).not.toBeInTheDocument();
      await pass(30_000);
    }
    const alert = within(preview.getByRole("alert"));
    expect(alert.getByText("The preview could not be loaded.")).toBeVisible();
    await press(alert.getByRole("button", { name: "Try again" }));
    previewPage().begin();
    expect(await until(() => preview.getByText("Zdravo Milica"))).toBeVisible();
  });

  it("restarts if it is stuck, without the template that it was stuck on", async () => {
    const { preview, page } = await open();
    page.begin();
    await preview.findByText("Zdravo Milica");
    holdTime();
    const stuck = { postMessage: vi.fn() };
    Object.defineProperty(page.frame, "contentWindow", { value: stuck, configurable: true });
    const subject = screen.getByRole("textbox", { name: "Subject template" });
    fireEvent.change(subject, { target: { value: "Bez kraja" } });
    await pass(61_000);
    expect(stuck.postMessage).toHaveBeenCalledTimes(1);
    expect(preview.getByText(/The template needs too much time or memory\./)).toBeVisible();
    const restarted = previewPage();
    expect(restarted.frame).not.toBe(page.frame);
    restarted.begin();
    await pass(1_000);
    expect(restarted.asked).toEqual([]);
    fireEvent.change(subject, { target: { value: "Sa krajem" } });
    expect(await until(() => preview.getByText("Sa krajem"))).toBeVisible();
    expect(preview.queryByText(/too much time/)).not.toBeInTheDocument();
  });
});
