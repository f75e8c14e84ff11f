import { screen, within } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";
import { checkFile, type FileCheck } from "../../../src/features/newsletter/import-check";
import type { CheckOrder } from "../../../src/features/newsletter/import-worker";
import { api, renderApp, startServer } from "../../support/render-app";

type Stored = { id: number; email: string; name: string | null; is_active: boolean };

export const newsletter = "/dashboard/config?tab=newsletter";

/** A group with these subscribers, and its newsletter on the screen. */
export async function openSubscribers(added: readonly object[] = []) {
  const server = await startServer();
  const group = await api<{ id: number }>(server, "POST publishing/account-groups", {
    name: "Zimska kolekcija",
  });
  const path = `admin/newsletter/subscribers/${group.id}`;
  for (const one of added) await api(server, `POST ${path}`, one);
  const app = await renderApp(newsletter, { server });
  const region = within(await screen.findByRole("region", { name: "Subscribers" }));
  const form = within(await region.findByRole("form", { name: "Add subscriber" }));
  const rows = () =>
    region.queryAllByRole("listitem").map((row) => within(row).getByRole("button").ariaLabel);
  const stored = () => api<Stored[]>(server, `GET ${path}`);
  return { ...app, path, region, form, rows, stored };
}

/** jsdom has no workers: this one does what ours does, in the page and a moment later. */
export function withWorkers() {
  vi.stubGlobal(
    "Worker",
    class {
      onmessage: ((event: { data: FileCheck }) => void) | undefined;
      #isEnded = false;
      async postMessage({ file, known, columns }: CheckOrder) {
        const bytes = await bytesOf(file);
        if (!this.#isEnded) this.onmessage?.({ data: checkFile(bytes, known, columns) });
      }
      terminate() {
        this.#isEnded = true;
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

const bytesOf = (file: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(file);
  });
