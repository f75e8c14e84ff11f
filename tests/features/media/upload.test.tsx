import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { groupsApi } from "@/features/groups/contract";
import { productsApi } from "@/features/products/contract";
import { call } from "../../support/call";
import { findQuestion as findAny, findDialog, findForm } from "../../support/on-screen";
import { announcing, answerWith, sentTo } from "../../support/on-wire";
import { answering, findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import { bluesky, openWith } from "../accounts/support";
import { itemsOf, openItems } from "../content/support";
import { pendingPosts } from "../queue/support";
import { drop, openPostForm, picture, transferOf, uploading } from "./support";

/** The form of products, whose address must be a whole one. */
async function openProducts(server?: Awaited<ReturnType<typeof startServer>>) {
  const app = await renderApp("/dashboard/config?dialog=product", {
    server: server ?? (await startServer()),
  });
  const form = await findForm("Product");
  const address = form.getByRole("textbox", { name: "Product image URL" });
  const choose = () => form.findByLabelText<HTMLInputElement>("Upload", { selector: "input" });
  const uploads = () => sentTo(app.wire, uploading).length;
  /** Waits for the address of a file in the field. */
  const shows = ({ path }: ReturnType<typeof picture>) =>
    waitFor(() => expect(address).toHaveValue(`http://localhost:4100${path}`));
  /** Fills in the other fields and saves. */
  async function create() {
    await app.user.type(form.getByRole("textbox", { name: "Product name" }), "Vuneni šal");
    await app.user.type(form.getByRole("textbox", { name: "Description" }), "A scarf.");
    await app.user.click(form.getByRole("button", { name: "Create Product" }));
  }
  return { ...app, form, address, choose, uploads, shows, create };
}

describe("An uploaded file", () => {
  it("gives the field its address, and is saved with the form", async () => {
    const { user, form, choose, shows, create, server } = await openProducts();
    const { file, path } = picture();
    await user.upload(await choose(), file);
    await shows(picture());
    const whole = `http://localhost:4100${path}`;
    expect(form.getByRole("img", { name: "Uploaded image" })).toHaveAttribute("src", whole);
    expect(form.getByText("Image uploaded.")).toBeInTheDocument();

    await create();
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect(await call(server, productsApi.list, {})).toMatchObject([{ product_image_url: whole }]);
    expect((await server.fetch(path)).headers.get("content-type")).toBe("image/png");
  });

  it("can be dropped on the field", async () => {
    const { form, choose, shows } = await openProducts();
    await choose();
    const zone = form.getByRole("group", { name: "Upload" });
    const dataTransfer = transferOf(picture("dropped.png").file);
    // Unless it is prevented, the browser opens the file in place of the console.
    expect(fireEvent.dragOver(zone, { dataTransfer })).toBe(false);
    expect(fireEvent.drop(zone, { dataTransfer })).toBe(false);
    await shows(picture("dropped.png"));
  });

  it("can be pasted into the field, and text still pastes as text", async () => {
    const { user, address, choose, shows } = await openProducts();
    await choose();
    fireEvent.paste(address, { clipboardData: { files: [picture("pasted.png").file] } });
    await shows(picture("pasted.png"));
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
});

const findQuestion = () => findAny("Discard unsaved changes?");

const waits = "Wait until the file is uploaded, or cancel the upload.";

/** Holds the answer to the next upload. */
function holdUpload({ wire }: Pick<Awaited<ReturnType<typeof renderApp>>, "wire">) {
  let signal: AbortSignal | undefined;
  let answer: (response: Response) => void = () => undefined;
  const waiting = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const hold = (request: Request) => {
    signal = request.signal;
    return waiting;
  };
  wire.answer(uploading, hold, { once: true });
  const arrive = () => answer(jsonAnswer(201, { url: picture().path }));
  return { arrive, isStopped: () => signal?.aborted };
}

/** Chooses a file whose upload is not answered yet. */
async function sending(size = 0) {
  const opened = await openProducts();
  const held = holdUpload(opened);
  await opened.user.upload(await opened.choose(), picture("sal.png", { size }).file);
  const bar = await opened.form.findByRole("progressbar", { name: "Uploading sal.png" });
  return { ...opened, ...held, bar };
}

describe("While a file is sent", () => {
  it("its progress is shown, and no second file is taken", async () => {
    const { form, bar, address, uploads, shows, arrive } = await sending(8_000);
    await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "50"));
    expect(form.getByText("4.0 of 8.0 kB")).toBeVisible();
    expect(form.queryByLabelText("Upload", { selector: "input" })).not.toBeInTheDocument();
    drop(address, picture("b.png").file);
    arrive();
    await shows(picture());
    expect(uploads()).toBe(1);
  });

  it("a second drop in the same moment does nothing", async () => {
    const { address, choose, shows, uploads } = await openProducts();
    await choose();
    drop(address, picture().file);
    drop(address, picture().file);
    await shows(picture());
    expect(uploads()).toBe(1);
  });

  it("the focus stays with it, for the keyboard to go on from there", async () => {
    const { user, form, shows, arrive } = await sending();
    const cancel = form.getByRole("button", { name: "Cancel upload" });
    const row = cancel.parentElement;
    expect(row).toHaveFocus();
    await user.tab();
    expect(cancel).toHaveFocus();
    arrive();
    await shows(picture());
    expect(row).toHaveFocus();
  });

  it("it can be cancelled, which is no failure", async () => {
    const { user, form, address, choose, shows } = await sending();
    await user.click(form.getByRole("button", { name: "Cancel upload" }));
    const input = await choose();
    expect(form.queryByRole("progressbar")).not.toBeInTheDocument();
    expect(form.queryByText(/Failed to upload/)).not.toBeInTheDocument();
    expect(address).toHaveValue("");
    // And the same file can be sent again.
    await user.upload(input, picture().file);
    await shows(picture());
  });
});

describe("A form whose file is on its way", () => {
  it("asks before it is left, and stops the upload if it is", async () => {
    const { user, isStopped } = await sending();
    await user.keyboard("{Escape}");
    const question = await findQuestion();
    const words = "A file is still being uploaded. Leaving stops it, and nothing here is saved.";
    expect(question.getByText(words)).toBeVisible();
    expect(isStopped()).toBe(false);
    await user.click(question.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(isStopped()).toBe(true));
  });

  it("goes on if it is not left after all", async () => {
    const { user, shows, isStopped, arrive } = await sending();
    await user.keyboard("{Escape}");
    await user.click((await findQuestion()).getByRole("button", { name: "Keep editing" }));
    arrive();
    await shows(picture());
    expect(isStopped()).toBe(false);
  });

  it("is saved with the file, not without it", async () => {
    const { user, form, address, wire, shows, create, arrive, server } = await sending();
    await user.type(address, "https://cdn.example.com/old.jpg");
    await create();
    expect(await form.findByText(waits, { selector: "p *" })).toBeVisible();
    const zone = within(form.getByRole("group", { name: "Upload" }));
    expect(zone.getByRole("status")).toHaveTextContent(waits);
    expect(wire.sent).not.toContain("POST /api/v1/admin/products/");

    arrive();
    await shows(picture());
    expect(form.queryByText(waits)).not.toBeInTheDocument();
    await user.click(form.getByRole("button", { name: "Create Product" }));
    expect(await findToast("Product created successfully!")).toBeVisible();
    expect(await call(server, productsApi.list, {})).toMatchObject([
      { product_image_url: `http://localhost:4100${picture().path}` },
    ]);
  });

  it("asks and waits in the queue too, where nothing else was changed", async () => {
    const app = await openPostForm();
    const { user, form, queue, save } = app;
    const { isStopped } = holdUpload(app);
    const input = await form.findByLabelText("Upload", { selector: "input" });
    await user.upload(input, picture().file);
    await form.findByRole("progressbar", { name: "Uploading sal.png" });
    await save();
    expect(await form.findByText(waits, { selector: "p *" })).toBeVisible();
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await user.click((await findQuestion()).getByRole("button", { name: "Discard" }));
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
    drop(address, file);
    expect(await form.findByText(why)).toBeVisible();
    const zone = within(form.getByRole("group", { name: "Upload" }));
    expect(zone.getByRole("status")).toHaveTextContent(`Failed to upload the file. ${why}`);
    expect(uploads()).toBe(0);
  });

  it("is refused in the server's words, until the next try with another file", async () => {
    const { user, form, address, choose, shows } = await openProducts();
    const fake = new File(["just a text"], "a.png", { type: "image/png" });
    await user.upload(await choose(), fake);
    const why = "This is not a JPEG, PNG, GIF, WebP or AVIF image, nor an MP4 or MOV video.";
    expect(await form.findByText(why)).toBeVisible();
    expect(form.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    expect(address).toHaveValue("");
    await user.upload(await choose(), picture().file);
    await shows(picture());
    expect(form.queryByText(/This is not a JPEG/)).not.toBeInTheDocument();
  });

  it("because the server failed says so in place, and is sent again by 'Try again'", async () => {
    const { user, form, wire, choose, shows, uploads } = await openProducts();
    const name = form.getByRole("textbox", { name: "Product name" });
    await user.type(name, "Vuneni šal");
    const detail = "The server has no space left for the file.";
    answerWith(wire, uploading, 503, { detail }, { once: true });
    await user.upload(await choose(), picture().file);
    expect(await form.findByText(detail)).toBeVisible();
    await user.click(form.getByRole("button", { name: "Try again" }));
    await shows(picture());
    expect(form.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    expect(form.queryByText(/Failed to upload/)).not.toBeInTheDocument();
    expect(name).toHaveValue("Vuneni šal");
    expect(uploads()).toBe(2);
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
    drop(zone, file);
    await waitFor(() => expect(address).toHaveValue(path));
    return path;
  }

  async function openConfig(tab: string) {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
    const group = async () => (await call(server, groupApi.list, {}))[0];
    return { ...app, group };
  }

  it("are the logo of a group", async () => {
    const { user, group } = await openConfig("settings");
    const form = await findForm("Media and logo");
    const path = await fill(form, "Logo URL", "logo.png");
    await user.click(form.getByRole("button", { name: "Save settings" }));
    expect(await findToast("Settings saved.")).toBeVisible();
    expect(await group()).toMatchObject({ logo_url: path });
  });

  it("are the image of its mascot", async () => {
    const { user, group } = await openConfig("mascot");
    const form = await findForm("Mascot");
    const path = await fill(form, "Image path", "mascot.png");
    await user.click(form.getByRole("button", { name: "Save mascot" }));
    await waitFor(async () => expect(await group()).toMatchObject({ ai_mascot_image_path: path }));
  });

  it("are the image of a meme template, and of a text that is published directly", async () => {
    const { user } = await openWith([bluesky], "direct");
    await fill(await findForm("Publish now"), "Image URL", "now.png");
    await user.click(screen.getByRole("button", { name: "Add template" }));
    await fill(await findForm("Meme template"), "Image URL", "meme.png");
  });

  it("are the image of a content item", async () => {
    const { user, server, category } = await openItems([], "?dialog=new-item");
    const dialog = await findDialog("New content item");
    await user.type(dialog.getByRole("textbox", { name: "Text content" }), "Nova šala.");
    const path = await fill(dialog, "Image URL", "item.png");
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
    expect(await itemsOf(server, category)).toMatchObject([{ image_url: path }]);
  });

  it("are the image of a post in the queue", async () => {
    const { form, save, server } = await openPostForm();
    const path = await fill(form, "Image", "post.png");
    await save();
    expect(await findToast("Post saved.")).toBeVisible();
    expect(await pendingPosts(server)).toMatchObject([{ image_url: path }]);
  });
});

describe("A backend that takes no files", () => {
  it("has fields for addresses alone", async () => {
    const server = await answering([announcing("idempotency")]);
    const { form, address, wire } = await openProducts(server);
    await waitFor(() => expect(wire.sent).toContain("GET /healthz"));
    expect(form.queryByLabelText("Upload", { selector: "input" })).not.toBeInTheDocument();
    expect(form.queryByRole("group", { name: "Upload" })).not.toBeInTheDocument();
    drop(address, picture().file);
    expect(sentTo(wire, uploading)).toEqual([]);
  });
});
