import { createHash } from "node:crypto";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { contentApi } from "@/features/content/contract";
import { groupsApi } from "@/features/groups/contract";
import { productsApi } from "@/features/products/contract";
import { call } from "../../support/call";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
} from "../../support/render-app";
import { bluesky, openWith } from "../accounts/support";
import { openItems } from "../content/support";
import { addPendingPosts, findCards, pendingPosts } from "../queue/support";

/** A file whose content begins like a PNG, and where the server keeps it. */
function picture(name = "sal.png", { type = "image/png", size = 0 } = {}) {
  const start = [0x89, ...new TextEncoder().encode(`PNG\r\n\u001a\n${name}`)];
  const bytes = new Uint8Array(Math.max(size, start.length));
  bytes.set(start);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { file: new File([bytes], name, { type }), path: `/media/store/${sha256}.png` };
}

const uploading = (line: string) => line === "POST /api/v1/media";

/** The form of products, whose address must be a whole one. */
async function openProducts(server?: Awaited<ReturnType<typeof startServer>>) {
  const app = await renderApp("/dashboard/config?dialog=product", {
    server: server ?? (await startServer()),
  });
  const form = within(await screen.findByRole("form", { name: "Product" }));
  const address = form.getByRole("textbox", { name: "Product image URL" });
  const choose = () => form.findByLabelText<HTMLInputElement>("Upload", { selector: "input" });
  const uploads = () => app.wire.sent.filter(uploading).length;
  return { ...app, form, address, choose, uploads };
}

describe("An uploaded file", () => {
  it("gives the field its address, and is saved with the form", async () => {
    const { user, form, address, choose, server } = await openProducts();
    const { file, path } = picture();
    await user.upload(await choose(), file);
    const whole = `http://localhost:4100${path}`;
    await waitFor(() => expect(address).toHaveValue(whole));
    expect(form.getByRole("img", { name: "Uploaded image" })).toHaveAttribute("src", whole);
    expect(form.getByText("Image uploaded.")).toBeInTheDocument();

    await user.type(form.getByRole("textbox", { name: "Product name" }), "Vuneni šal");
    await user.type(form.getByRole("textbox", { name: "Description" }), "A scarf.");
    await user.click(form.getByRole("button", { name: "Create Product" }));
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect(await call(server, productsApi.list, {})).toMatchObject([{ product_image_url: whole }]);
    expect((await server.fetch(path)).headers.get("content-type")).toBe("image/png");
  });

  it("can be dropped on the field", async () => {
    const { form, address, choose } = await openProducts();
    await choose();
    const { file, path } = picture("dropped.png");
    const zone = form.getByRole("group", { name: "Upload" });
    const dataTransfer = { files: [file], types: ["Files"] };
    // Unless it is prevented, the browser opens the file in place of the console.
    expect(fireEvent.dragOver(zone, { dataTransfer })).toBe(false);
    expect(fireEvent.drop(zone, { dataTransfer })).toBe(false);
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${path}`));
  });

  it("can be pasted into the field, and text still pastes as text", async () => {
    const { user, address, choose } = await openProducts();
    await choose();
    const { file, path } = picture("pasted.png");
    fireEvent.paste(address, { clipboardData: { files: [file] } });
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${path}`));
    await user.clear(address);
    await user.click(address);
    await user.paste("https://cdn.example.com/sal.jpg");
    expect(address).toHaveValue("https://cdn.example.com/sal.jpg");
  });

  it("is chosen with the keyboard", async () => {
    const { user, address, choose } = await openProducts();
    const input = await choose();
    await user.click(address);
    await user.tab();
    expect(input).toHaveFocus();
    expect(input).toHaveAttribute("type", "file");
    expect(input.accept).toBe("image/jpeg,image/png,image/gif,image/webp,image/avif");
  });

  it("can be removed, and the address with it", async () => {
    const { user, form, address, choose } = await openProducts();
    expect(form.queryByRole("button", { name: "Remove" })).not.toBeInTheDocument();
    await user.upload(await choose(), picture().file);
    await user.click(await form.findByRole("button", { name: "Remove" }));
    expect(address).toHaveValue("");
    expect(address).toHaveFocus();
    expect(form.queryByRole("button", { name: "Remove" })).not.toBeInTheDocument();
    expect(form.queryByRole("img", { name: "Uploaded image" })).not.toBeInTheDocument();
  });

  it("takes the place of another", async () => {
    const { user, address, choose, uploads } = await openProducts();
    const [one, other] = [picture("one.png"), picture("other.png")];
    await user.upload(await choose(), one.file);
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${one.path}`));
    await user.upload(await choose(), other.file);
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${other.path}`));
    expect(uploads()).toBe(2);
  });
});

/** Holds the answer to the next upload. */
function holdUpload({ wire }: Pick<Awaited<ReturnType<typeof renderApp>>, "wire">) {
  let answer: (response: Response) => void = () => undefined;
  const waiting = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  let signal: AbortSignal | undefined;
  const hold = (request: Request) => {
    signal = request.signal;
    return waiting;
  };
  wire.answer(uploading, hold, { once: true });
  return { answer: (response: Response) => answer(response), isStopped: () => signal?.aborted };
}

const findQuestion = async () =>
  within(await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }));

const waits = "Wait until the file is uploaded, or cancel the upload.";

describe("While a file is sent", () => {
  async function sending() {
    const opened = await openProducts();
    const held = holdUpload(opened);
    await opened.user.upload(await opened.choose(), picture("sal.png", { size: 8_000 }).file);
    const bar = await opened.form.findByRole("progressbar", { name: "Uploading sal.png" });
    return { ...opened, ...held, bar };
  }

  it("its progress is shown, and no second file is taken", async () => {
    const { form, bar, address, uploads, answer } = await sending();
    await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "50"));
    expect(form.getByText("4.0 of 8.0 kB")).toBeVisible();
    expect(form.queryByLabelText("Upload", { selector: "input" })).not.toBeInTheDocument();
    fireEvent.drop(address, { dataTransfer: { files: [picture("b.png").file], types: ["Files"] } });
    answer(jsonAnswer(201, { url: picture().path }));
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${picture().path}`));
    expect(uploads()).toBe(1);
  });

  it("a second drop in the same moment does nothing", async () => {
    const { address, choose, uploads } = await openProducts();
    await choose();
    const dataTransfer = { files: [picture().file], types: ["Files"] };
    fireEvent.drop(address, { dataTransfer });
    fireEvent.drop(address, { dataTransfer });
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${picture().path}`));
    expect(uploads()).toBe(1);
  });

  it("the focus stays with it, for the keyboard to go on from there", async () => {
    const { user, form, address, answer } = await sending();
    const row = form.getByRole("button", { name: "Cancel upload" }).parentElement;
    expect(row).toHaveFocus();
    await user.tab();
    expect(form.getByRole("button", { name: "Cancel upload" })).toHaveFocus();
    answer(jsonAnswer(201, { url: picture().path }));
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${picture().path}`));
    expect(row).toHaveFocus();
  });

  it("it can be cancelled, which is no failure", async () => {
    const { user, form, address, choose } = await sending();
    await user.click(form.getByRole("button", { name: "Cancel upload" }));
    const input = await choose();
    expect(form.queryByRole("progressbar")).not.toBeInTheDocument();
    expect(form.queryByText(/Failed to upload/)).not.toBeInTheDocument();
    expect(address).toHaveValue("");
    // And the same file can be sent again.
    await user.upload(input, picture().file);
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${picture().path}`));
  });
});

describe("A form whose file is on its way", () => {
  async function sending() {
    const opened = await openProducts();
    const held = holdUpload(opened);
    await opened.user.upload(await opened.choose(), picture().file);
    await opened.form.findByRole("progressbar", { name: "Uploading sal.png" });
    return { ...opened, ...held };
  }

  it("asks before it is left, and stops the upload if it is", async () => {
    const { user, isStopped } = await sending();
    await user.keyboard("{Escape}");
    const question = await findQuestion();
    expect(
      question.getByText(
        "A file is still being uploaded. Leaving stops it, and nothing here is saved.",
      ),
    ).toBeVisible();
    expect(isStopped()).toBe(false);
    await user.click(question.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(isStopped()).toBe(true));
  });

  it("goes on if it is not left after all", async () => {
    const { user, address, isStopped, answer } = await sending();
    await user.keyboard("{Escape}");
    await user.click((await findQuestion()).getByRole("button", { name: "Keep editing" }));
    answer(jsonAnswer(201, { url: picture().path }));
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${picture().path}`));
    expect(isStopped()).toBe(false);
  });

  it("is saved with the file, not without it", async () => {
    const { user, form, address, wire, answer, server } = await sending();
    await user.type(form.getByRole("textbox", { name: "Product name" }), "Vuneni šal");
    await user.type(form.getByRole("textbox", { name: "Description" }), "A scarf.");
    await user.type(address, "https://cdn.example.com/old.jpg");
    await user.click(form.getByRole("button", { name: "Create Product" }));
    expect(await form.findByText(waits, { selector: "p *" })).toBeVisible();
    expect(
      within(form.getByRole("group", { name: "Upload" })).getByRole("status"),
    ).toHaveTextContent(waits);
    expect(wire.sent).not.toContain("POST /api/v1/admin/products/");

    answer(jsonAnswer(201, { url: picture().path }));
    const whole = `http://localhost:4100${picture().path}`;
    await waitFor(() => expect(address).toHaveValue(whole));
    expect(form.queryByText(waits)).not.toBeInTheDocument();
    await user.click(form.getByRole("button", { name: "Create Product" }));
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect(await call(server, productsApi.list, {})).toMatchObject([{ product_image_url: whole }]);
  });

  it("asks and waits in the queue too, where nothing else was changed", async () => {
    const server = await startServer();
    await addPendingPosts(server, { image: 1 });
    const app = await renderApp("/dashboard/publishing", { server });
    const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
    await findCards(queue);
    await app.user.click(await queue.findByRole("button", { name: "Edit" }));
    const form = within(await queue.findByRole("form", { name: /^Edit post #/ }));
    const { isStopped } = holdUpload(app);
    await app.user.upload(
      await form.findByLabelText("Upload", { selector: "input" }),
      picture().file,
    );
    await form.findByRole("progressbar", { name: "Uploading sal.png" });
    await app.user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText(waits, { selector: "p *" })).toBeVisible();
    await app.user.click(form.getByRole("button", { name: "Cancel" }));
    await app.user.click((await findQuestion()).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(isStopped()).toBe(true));
    expect(queue.queryByRole("form")).not.toBeInTheDocument();
  });
});

describe("A file that is not taken", () => {
  it.each([
    [
      "of another type",
      picture("a.pdf", { type: "application/pdf" }).file,
      "This is not a JPEG, PNG, GIF, WebP or AVIF image.",
    ],
    [
      "that is too large",
      picture("a.png", { size: 20_000_001 }).file,
      "The image is larger than 20 MB.",
    ],
    ["that is empty", new File([], "a.png", { type: "image/png" }), "The file is empty."],
  ])("%s is not even sent", async (_, file, why) => {
    const { form, address, choose, uploads } = await openProducts();
    await choose();
    fireEvent.drop(address, { dataTransfer: { files: [file], types: ["Files"] } });
    expect(await form.findByText(why)).toBeVisible();
    expect(
      within(form.getByRole("group", { name: "Upload" })).getByRole("status"),
    ).toHaveTextContent(`Failed to upload the file. ${why}`);
    expect(uploads()).toBe(0);
  });

  it("is refused in the server's words, until the next try", async () => {
    const { user, form, address, choose } = await openProducts();
    const fake = new File(["just a text"], "a.png", { type: "image/png" });
    await user.upload(await choose(), fake);
    expect(
      await form.findByText(
        "This is not a JPEG, PNG, GIF, WebP or AVIF image, nor an MP4 or MOV video.",
      ),
    ).toBeVisible();
    expect(address).toHaveValue("");
    await user.upload(await choose(), picture().file);
    await waitFor(() => expect(address).not.toHaveValue(""));
    expect(form.queryByText(/This is not a JPEG/)).not.toBeInTheDocument();
  });

  it("because the server failed says so in place, and is sent again by 'Try again'", async () => {
    const { user, form, address, wire, choose, uploads } = await openProducts();
    const name = form.getByRole("textbox", { name: "Product name" });
    await user.type(name, "Vuneni šal");
    const full = () => jsonAnswer(503, { detail: "The server has no space left for the file." });
    wire.answer(uploading, full, { once: true });
    await user.upload(await choose(), picture().file);
    expect(await form.findByText("The server has no space left for the file.")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(address).toHaveValue(`http://localhost:4100${picture().path}`));
    expect(form.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    expect(form.queryByText(/Failed to upload/)).not.toBeInTheDocument();
    expect(name).toHaveValue("Vuneni šal");
    expect(uploads()).toBe(2);
  });

  it("of another type has no 'Try again': it would change nothing", async () => {
    const { user, form, choose } = await openProducts();
    await user.upload(await choose(), new File(["a text"], "a.png", { type: "image/png" }));
    expect(await form.findByText(/^This is not a JPEG/)).toBeVisible();
    expect(form.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  });
});

describe("The other fields for an address", () => {
  /** Uploads into the field of a form, and waits for the path. */
  async function fill(form: ReturnType<typeof within>, label: string, name: string) {
    const { file, path } = picture(name);
    const address = form.getByRole("textbox", { name: label });
    const zone = address.closest("fieldset");
    if (!zone) throw new Error(`${label} takes no file.`);
    await within(zone).findByLabelText("Upload", { selector: "input" });
    fireEvent.drop(zone, { dataTransfer: { files: [file], types: ["Files"] } });
    await waitFor(() => expect(address).toHaveValue(path));
    return path;
  }

  async function openConfig(tab: string) {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
    const findForm = async (name: string) => within(await screen.findByRole("form", { name }));
    const group = async () => (await call(server, groupApi.list, {}))[0];
    return { ...app, findForm, group };
  }

  it("are the logo of a group", async () => {
    const { user, findForm, group } = await openConfig("settings");
    const form = await findForm("Media and logo");
    const path = await fill(form, "Logo URL", "logo.png");
    await user.click(form.getByRole("button", { name: "Save settings" }));
    expect(await findToast("Settings saved.")).toBeVisible();
    expect(await group()).toMatchObject({ logo_url: path });
  });

  it("are the image of its mascot", async () => {
    const { user, findForm, group } = await openConfig("mascot");
    const form = await findForm("Mascot");
    const path = await fill(form, "Image path", "mascot.png");
    await user.click(form.getByRole("button", { name: "Save mascot" }));
    await waitFor(async () => expect(await group()).toMatchObject({ ai_mascot_image_path: path }));
  });

  it("are the image of a meme template, and of a text that is published directly", async () => {
    const { user } = await openWith([bluesky], "direct");
    await fill(
      within(await screen.findByRole("form", { name: "Publish now" })),
      "Image URL",
      "now.png",
    );
    await user.click(screen.getByRole("button", { name: "Add template" }));
    await fill(
      within(await screen.findByRole("form", { name: "Meme template" })),
      "Image URL",
      "meme.png",
    );
  });

  it("are the image of a content item", async () => {
    const { user, server, category } = await openItems([], "?dialog=new-item");
    const dialog = within(await screen.findByRole("dialog", { name: "New content item" }));
    await user.type(dialog.getByRole("textbox", { name: "Text content" }), "Nova šala.");
    const path = await fill(dialog, "Image URL", "item.png");
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
    const items = await call(server, contentApi.list, { params: { id: category.id }, query: {} });
    expect(items).toMatchObject([{ image_url: path }]);
  });

  it("are the image of a post in the queue", async () => {
    const server = await startServer();
    await addPendingPosts(server, { image: 1 });
    const { user } = await renderApp("/dashboard/publishing", { server });
    const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
    await findCards(queue);
    await user.click(await queue.findByRole("button", { name: "Edit" }));
    const form = within(await queue.findByRole("form", { name: /^Edit post #/ }));
    const path = await fill(form, "Image", "post.png");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await findToast("Post saved.")).toBeVisible();
    expect(await pendingPosts(server)).toMatchObject([{ image_url: path }]);
  });
});

describe("A backend that takes no files", () => {
  it("has fields for addresses alone", async () => {
    const server = await answering([
      saying("/healthz", { status: "ok", sandbox: true, capabilities: ["idempotency"] }),
    ]);
    const { form, address, wire } = await openProducts(server);
    await waitFor(() => expect(wire.sent).toContain("GET /healthz"));
    expect(form.queryByLabelText("Upload", { selector: "input" })).not.toBeInTheDocument();
    expect(form.queryByRole("group", { name: "Upload" })).not.toBeInTheDocument();
    fireEvent.drop(address, { dataTransfer: { files: [picture().file], types: ["Files"] } });
    expect(wire.sent.filter(uploading)).toEqual([]);
  });
});
