import { createHash } from "node:crypto";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
} from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { bluesky, openWith } from "../accounts/support";
import { itemsOf, openLibrary, poolServer } from "../content/support";
import { addPendingPosts, findCards, pendingPosts } from "../queue/support";

/** A file whose content begins like an MP4, and where the server keeps it. */
function videoFile(name = "zima.mp4", { type = "video/mp4", size = 3_000_000 } = {}) {
  const bytes = new Uint8Array(size);
  bytes.set([0, 0, 0, 24, ...new TextEncoder().encode(`ftypisom${name}`)]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { file: new File([bytes], name, { type }), path: `/media/store/${sha256}.mp4` };
}

/** A file that only says that it is so large. */
function larger({ file }: ReturnType<typeof videoFile>, size: number) {
  Object.defineProperty(file, "size", { value: size });
  return file;
}

const instagram = {
  platform_type: "instagram" as const,
  platform_username: "zima.foto",
  credentials: { instagram_user_id: "1", access_token: "good" },
};

type Part = Pick<ReturnType<typeof within>, "getByRole">;

const uploading = (line: string) => line === "POST /api/v1/media";
const drop = (element: Element, file: File) =>
  fireEvent.drop(element, { dataTransfer: { files: [file], types: ["Files"] } });

/** The field of a video in a form, with what is under it. */
async function videoField(form: Part, label = "Video URL") {
  const address = form.getByRole("textbox", { name: label });
  const zone = within(form.getByRole("group", { name: "Upload video" }));
  const input = await zone.findByLabelText<HTMLInputElement>("Upload video", { selector: "input" });
  return { address, zone, input };
}

/** The server, as one that does not announce these capabilities. */
async function without(missing: readonly string[], server: TestServer) {
  const health = (await (await server.fetch("/healthz")).json()) as { capabilities: string[] };
  const capabilities = health.capabilities.filter((name) => !missing.includes(name));
  return answering([saying("/healthz", { ...health, capabilities })], server);
}

async function openNewItem(...missing: readonly string[]) {
  const { server, addCategory } = await poolServer();
  const category = await addCategory("Dnevna šala");
  const app = await openLibrary(await without(missing, server), "?dialog=new-item");
  const dialog = within(await screen.findByRole("dialog", { name: "New content item" }));
  await app.user.type(dialog.getByRole("textbox", { name: "Text content" }), "Zima stiže.");
  return { ...app, server, category, dialog };
}

describe("A video of a content item", () => {
  it("is chosen, sent, shown and saved", async () => {
    const { user, dialog, server, category } = await openNewItem();
    const { address, zone, input } = await videoField(dialog);
    expect(input.accept).toBe("video/mp4,video/quicktime");
    expect(zone.getByText("or drop or paste an MP4 or MOV video of up to 512 MB")).toBeVisible();
    const { file, path } = videoFile();
    await user.upload(input, file);
    await waitFor(() => expect(address).toHaveValue(path));
    expect(zone.getByRole("status")).toHaveTextContent("Video uploaded.");
    const preview = zone.getByLabelText("Uploaded video");
    expect(preview).toHaveAttribute("src", `http://localhost:4100${path}`);
    expect(preview).toHaveAttribute("controls");
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
    expect(await itemsOf(server, category)).toMatchObject([
      { video_url: path, image_url: null, media_type: "video" },
    ]);
    expect((await server.fetch(path)).headers.get("content-type")).toBe("video/mp4");
  });

  it("is dropped or pasted, and leaves the field of the image alone", async () => {
    const { dialog } = await openNewItem();
    const { address } = await videoField(dialog);
    const dropped = videoFile("dropped.mp4");
    drop(address, dropped.file);
    await waitFor(() => expect(address).toHaveValue(dropped.path));
    const pasted = videoFile("pasted.mp4");
    fireEvent.paste(address, { clipboardData: { files: [pasted.file] } });
    await waitFor(() => expect(address).toHaveValue(pasted.path));
    expect(dialog.getByRole("textbox", { name: "Image URL" })).toHaveValue("");
  });

  it("is removed from an item by editing it", async () => {
    const { user, dialog, server, category } = await openNewItem();
    const { path, file } = videoFile();
    const { address, input } = await videoField(dialog);
    await user.upload(input, file);
    await waitFor(() => expect(address).toHaveValue(path));
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    await findToast("Content item created. It is active and unused.");
    await user.click(await screen.findByRole("button", { name: "Actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit…" }));
    const edit = within(await screen.findByRole("form", { name: "Edit item" }));
    const { address: stored, zone } = await videoField(edit);
    expect(stored).toHaveValue(path);
    await user.click(zone.getByRole("button", { name: "Remove" }));
    await user.click(edit.getByRole("button", { name: "Save item" }));
    expect(await findToast("Item saved.")).toBeVisible();
    expect(await itemsOf(server, category)).toMatchObject([{ video_url: null, media_type: null }]);
  });
});

describe("A video that is not taken", () => {
  it.each([
    [
      "of another type",
      videoFile("a.webm", { type: "video/webm" }).file,
      "This is not an MP4 or MOV video.",
    ],
    [
      "of a type that the browser does not know",
      videoFile("a.mkv", { type: "" }).file,
      "This is not an MP4 or MOV video.",
    ],
    [
      "that is too large",
      larger(videoFile("a.mp4", { size: 100 }), 512_000_001),
      "The video is larger than 512 MB.",
    ],
    ["that is empty", new File([], "a.mp4", { type: "video/mp4" }), "The file is empty."],
  ])("%s is not even sent", async (_, file, why) => {
    const { dialog, wire } = await openNewItem();
    const { address, zone } = await videoField(dialog);
    drop(address, file);
    expect(await zone.findByText(why)).toBeVisible();
    expect(wire.sent.filter(uploading)).toEqual([]);
  });

  it("because its server broke is sent again by 'Try again', with all that was typed", async () => {
    const { user, dialog, wire } = await openNewItem();
    const { address, zone, input } = await videoField(dialog);
    wire.answer(uploading, () => jsonAnswer(503, { detail: "No room." }), { once: true });
    const { file, path } = videoFile();
    await user.upload(input, file);
    expect(await zone.findByText("No room.")).toBeVisible();
    await user.click(zone.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(address).toHaveValue(path));
    expect(dialog.getByRole("textbox", { name: "Text content" })).toHaveValue("Zima stiže.");
  });

  it("is one of a type that only its ending tells, if that is right", async () => {
    const { dialog } = await openNewItem();
    const { address } = await videoField(dialog);
    const { file, path } = videoFile("a.MOV", { type: "" });
    drop(address, file);
    await waitFor(() => expect(address).toHaveValue(path));
  });
});

describe("A video of a post", () => {
  it("in the queue is saved with it", async () => {
    const server = await startServer();
    await addPendingPosts(server, { image: 1 });
    const { user } = await renderApp("/dashboard/publishing", { server });
    const queue = within(await screen.findByRole("region", { name: "Content Approval Queue" }));
    await findCards(queue);
    await user.click(await queue.findByRole("button", { name: "Edit" }));
    const form = within(await queue.findByRole("form", { name: /^Edit post #/ }));
    const { address, input } = await videoField(form, "Video");
    const { file, path } = videoFile();
    await user.upload(input, file);
    await waitFor(() => expect(address).toHaveValue(path));
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await findToast("Post saved.")).toBeVisible();
    expect(await pendingPosts(server)).toMatchObject([{ video_url: path, media_type: "video" }]);
  });

  it("that is published directly is shown before, and goes where media are needed", async () => {
    const { user, wire } = await openWith([bluesky], "direct");
    const form = within(await screen.findByRole("form", { name: "Publish now" }));
    await user.type(form.getByRole("textbox", { name: "Text content" }), "Zima stiže.");
    const { address, input } = await videoField(form);
    const { file, path } = videoFile();
    await user.upload(input, file);
    await waitFor(() => expect(address).toHaveValue(path));
    let body: unknown;
    wire.answer(
      (line) => line === "POST /api/v1/publishing/publish",
      async (request) => {
        body = await request.clone().json();
        return undefined;
      },
    );
    await user.click(form.getByRole("button", { name: "Publish" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByLabelText("Video of the post")).toHaveAttribute(
      "src",
      `http://localhost:4100${path}`,
    );
    await user.click(question.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(body).toMatchObject({ video_url: path, image_url: null });
  });
});

describe("A backend that takes no videos of operators", () => {
  it("has no field for them, and is sent none", async () => {
    const { user, dialog, wire } = await openNewItem("own-videos");
    let body: unknown;
    wire.answer(
      (line) => /^POST .*\/items$/.test(line),
      async (request) => {
        body = await request.clone().json();
        return undefined;
      },
    );
    await dialog.findByLabelText("Upload", { selector: "input" });
    expect(dialog.queryByRole("textbox", { name: "Video URL" })).not.toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
    expect(body).not.toHaveProperty("video_url");
  });

  it("has no text that asks for one", async () => {
    const server = await without(["own-videos"], await startServer());
    const { user } = await openWith([instagram], "direct", server);
    const form = within(await screen.findByRole("form", { name: "Publish now" }));
    expect(await screen.findByText("Left out: needs an image.")).toBeVisible();
    await user.type(form.getByRole("textbox", { name: "Text content" }), "Zima stiže.");
    expect(await screen.findByText("Instagram needs an image: not posted there")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Publish" }));
    expect(
      await form.findByText("Every active account of this group needs an image."),
    ).toBeVisible();
    expect(screen.queryByText(/needs? .*video/i)).not.toBeInTheDocument();
  });

  it("or no files has a field for addresses alone", async () => {
    const { user, dialog, server, category } = await openNewItem("media-upload");
    const address = await dialog.findByRole("textbox", { name: "Video URL" });
    expect(dialog.queryByRole("group", { name: "Upload video" })).not.toBeInTheDocument();
    await user.type(address, "https://cdn.example.com/zima.mp4");
    await user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
    expect(await itemsOf(server, category)).toMatchObject([
      { video_url: "https://cdn.example.com/zima.mp4" },
    ]);
  });
});
