import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { findDialog, findForm, findQuestion } from "../../support/on-screen";
import { sentTo } from "../../support/on-wire";
import { answering, findToast, saying, startServer, type Wire } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { bluesky, openWith } from "../accounts/support";
import { itemsOf, openLibrary, poolServer } from "../content/support";
import { pendingPosts } from "../queue/support";
import { drop, openPostForm, uploading, videoFile } from "./support";

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

/** The field of a video in a form, with what is under it. */
async function videoField(form: Part, label = "Video URL") {
  const address = form.getByRole("textbox", { name: label });
  const zone = within(form.getByRole("group", { name: "Upload video" }));
  const input = await zone.findByLabelText<HTMLInputElement>("Upload video", { selector: "input" });
  const shows = ({ path }: ReturnType<typeof videoFile>) =>
    waitFor(() => expect(address).toHaveValue(path));
  return { address, zone, input, shows };
}

/** Keeps the body of the next request that matches, which the server answers. */
function readBody(wire: Wire, which: (line: string) => boolean) {
  const read: { body?: unknown } = {};
  wire.answer(which, async (request) => {
    read.body = await request.clone().json();
    return undefined;
  });
  return read;
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
  const dialog = await findDialog("New content item");
  await app.user.type(dialog.getByRole("textbox", { name: "Text content" }), "Zima stiže.");
  async function create() {
    await app.user.click(dialog.getByRole("button", { name: "Create item" }));
    expect(await findToast("Content item created. It is active and unused.")).toBeVisible();
  }
  return { ...app, server, category, dialog, create };
}

describe("A video of a content item", () => {
  it("is chosen, sent, shown and saved, and is removed by editing the item", async () => {
    const { user, dialog, create, server, category } = await openNewItem();
    const { zone, input, shows } = await videoField(dialog);
    expect(input.accept).toBe("video/mp4,video/quicktime");
    expect(zone.getByText("or drop or paste an MP4 or MOV video of up to 512 MB")).toBeVisible();
    const { file, path } = videoFile();
    await user.upload(input, file);
    await shows(videoFile());
    expect(zone.getByRole("status")).toHaveTextContent("Video uploaded.");
    const preview = zone.getByLabelText("Uploaded video");
    expect(preview).toHaveAttribute("src", `http://localhost:4100${path}`);
    expect(preview).toHaveAttribute("controls");
    await create();
    expect(await itemsOf(server, category)).toMatchObject([
      { video_url: path, image_url: null, media_type: "video" },
    ]);
    expect((await server.fetch(path)).headers.get("content-type")).toBe("video/mp4");

    await user.click(await screen.findByRole("button", { name: "Actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit…" }));
    const edit = await findForm("Edit item");
    const stored = await videoField(edit);
    expect(stored.address).toHaveValue(path);
    await user.click(stored.zone.getByRole("button", { name: "Remove" }));
    await user.click(edit.getByRole("button", { name: "Save item" }));
    expect(await findToast("Item saved.")).toBeVisible();
    expect(await itemsOf(server, category)).toMatchObject([{ video_url: null, media_type: null }]);
  });

  it("is dropped or pasted, and leaves the field of the image alone", async () => {
    const { dialog } = await openNewItem();
    const { address, shows } = await videoField(dialog);
    drop(address, videoFile("dropped.mp4").file);
    await shows(videoFile("dropped.mp4"));
    fireEvent.paste(address, { clipboardData: { files: [videoFile("pasted.mp4").file] } });
    await shows(videoFile("pasted.mp4"));
    expect(dialog.getByRole("textbox", { name: "Image URL" })).toHaveValue("");
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
  ])("%s is not even sent", async (_, file, why) => {
    const { dialog, wire } = await openNewItem();
    const { address, zone } = await videoField(dialog);
    drop(address, file);
    expect(await zone.findByText(why)).toBeVisible();
    expect(sentTo(wire, uploading)).toEqual([]);
  });

  it("is one of a type that only its ending tells, if that is right", async () => {
    const { dialog } = await openNewItem();
    const { address, shows } = await videoField(dialog);
    const named = videoFile("a.MOV", { type: "" });
    drop(address, named.file);
    await shows(named);
  });
});

describe("A video of a post", () => {
  it("in the queue is saved with it", async () => {
    const { user, form, save, server } = await openPostForm();
    const { input, shows } = await videoField(form, "Video");
    const { file, path } = videoFile();
    await user.upload(input, file);
    await shows(videoFile());
    await save();
    expect(await findToast("Post saved.")).toBeVisible();
    expect(await pendingPosts(server)).toMatchObject([{ video_url: path, media_type: "video" }]);
  });

  it("that is published directly is shown before, and goes where media are needed", async () => {
    const { user, wire } = await openWith([bluesky], "direct");
    const form = await findForm("Publish now");
    await user.type(form.getByRole("textbox", { name: "Text content" }), "Zima stiže.");
    const { input, shows } = await videoField(form);
    const { file, path } = videoFile();
    await user.upload(input, file);
    await shows(videoFile());
    const read = readBody(wire, (line) => line === "POST /api/v1/publishing/publish");
    await user.click(form.getByRole("button", { name: "Publish" }));
    const question = await findQuestion();
    const video = question.getByLabelText("Video of the post");
    expect(video).toHaveAttribute("src", `http://localhost:4100${path}`);
    await user.click(question.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(read.body).toMatchObject({ video_url: path, image_url: null });
  });
});

describe("A backend that takes no videos of operators", () => {
  it("has no field for them, and is sent none", async () => {
    const { dialog, create, wire } = await openNewItem("own-videos");
    const read = readBody(wire, (line) => /^POST .*\/items$/.test(line));
    await dialog.findByLabelText("Upload", { selector: "input" });
    expect(dialog.queryByRole("textbox", { name: "Video URL" })).not.toBeInTheDocument();
    await create();
    expect(read.body).not.toHaveProperty("video_url");
  });

  it("has no text that asks for one", async () => {
    const server = await without(["own-videos"], await startServer());
    const { user } = await openWith([instagram], "direct", server);
    const form = await findForm("Publish now");
    expect(await screen.findByText("Left out: needs an image.")).toBeVisible();
    await user.type(form.getByRole("textbox", { name: "Text content" }), "Zima stiže.");
    expect(await screen.findByText("Instagram needs an image: not posted there")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Publish" }));
    const words = "Every active account of this group needs an image.";
    expect(await form.findByText(words)).toBeVisible();
    expect(screen.queryByText(/needs? .*video/i)).not.toBeInTheDocument();
  });

  it("or no files has a field for addresses alone", async () => {
    const { user, dialog, create, server, category } = await openNewItem("media-upload");
    const address = await dialog.findByRole("textbox", { name: "Video URL" });
    expect(dialog.queryByRole("group", { name: "Upload video" })).not.toBeInTheDocument();
    await user.type(address, "https://cdn.example.com/zima.mp4");
    await create();
    expect(await itemsOf(server, category)).toMatchObject([
      { video_url: "https://cdn.example.com/zima.mp4" },
    ]);
  });
});
