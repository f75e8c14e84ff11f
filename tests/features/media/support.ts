import { createHash } from "node:crypto";
import { fireEvent, within } from "@testing-library/react";
import { openCards } from "../queue/support";

export const uploading = (line: string) => line === "POST /api/v1/media";

const starts = { png: [0x89], mp4: [0, 0, 0, 24] };

/** A file whose content begins as its type does, and where the server keeps it. */
function fileOf(kind: "png" | "mp4", start: string, name: string, type: string, size: number) {
  const head = [...starts[kind], ...new TextEncoder().encode(`${start}${name}`)];
  const bytes = new Uint8Array(Math.max(size, head.length));
  bytes.set(head);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { file: new File([bytes], name, { type }), path: `/media/store/${sha256}.${kind}` };
}

export const picture = (name = "sal.png", { type = "image/png", size = 0 } = {}) =>
  fileOf("png", "PNG\r\n\u001a\n", name, type, size);

export const videoFile = (name = "zima.mp4", { type = "video/mp4", size = 3_000_000 } = {}) =>
  fileOf("mp4", "ftypisom", name, type, size);

export const transferOf = (file: File) => ({ files: [file], types: ["Files"] });

export const drop = (element: Element, file: File) =>
  fireEvent.drop(element, { dataTransfer: transferOf(file) });

/** Opens the form that edits a post of the queue. */
export async function openPostForm() {
  const app = await openCards({ image: 1 });
  await app.user.click(await app.queue.findByRole("button", { name: "Edit" }));
  const form = within(await app.queue.findByRole("form", { name: /^Edit post #/ }));
  const save = () => app.user.click(form.getByRole("button", { name: "Save" }));
  return { ...app, form, save };
}
