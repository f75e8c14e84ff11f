import type { Endpoint } from "@/shared/api/endpoint";
import type { Api } from "../../../server/kernel/handler";
import { entry } from "../../e2e/support/screen";
import { button, type Control, control, fresh, type Stage } from "./stage.ts";

/**
 * Returns the controls of a slice that adds, changes and deletes records on Configuration, as
 * tests/example-slice does: its region has the slice's name as its id, and the fields of its form have
 * their names in the contract, of which the first names the record.
 */
export function recordControls(slice: string, calls: Api[string]): readonly Control[] {
  const [added] = Object.values(calls).filter(({ method }) => method === "POST");
  if (!added) return [];
  const collection = added.path;
  const { body = {} } = added.sample as { body?: Readonly<Record<string, unknown>> };
  const fields = Object.entries(body).filter(isText);
  const record = `${collection.replace(/\/$/, "")}/{id}`;
  const [naming, name] = fields[0] ?? ["name", "Zima"];

  const id = slice.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const regionOf = async ({ page, go }: Stage) => {
    await go(`config#${id}`);
    // With the same address as before, the page would not read the new record.
    await page.reload();
    return page.locator(`#${id}`);
  };
  const newEntry = async (stage: Stage) => {
    const text = fresh(name);
    await stage.running.write(collection, { ...body, [naming]: text });
    return entry(await regionOf(stage), text);
  };
  /** The form of a new record is in the region, that of an edited one in a dialog. */
  const formOf = ({ page }: Stage) => page.locator(`#${id} form, [role=dialog] form`).last();
  const submit = (stage: Stage) => formOf(stage).locator("button[type=submit]");

  const shows: readonly [Endpoint["method"], string, Control["show"]][] = [
    [
      "POST",
      collection,
      async (stage) => {
        await regionOf(stage);
        for (const [field, text] of fields) {
          const value = field === naming ? fresh(text) : text;
          await formOf(stage).locator(`[name="${field}"]`).fill(value);
        }
        return { target: submit(stage), count: stage.sizeOf(collection) };
      },
    ],
    [
      "PUT",
      record,
      async (stage) => {
        await button(await newEntry(stage), "Edit").click();
        await formOf(stage).locator(`[name="${naming}"]`).fill(fresh(name));
        return { target: submit(stage), count: stage.sizeOf(collection), grows: 0 };
      },
    ],
    [
      "DELETE",
      record,
      async (stage) => {
        await button(await newEntry(stage), /^Delete/).click();
        const target = button(stage.question(), "Delete");
        return { target, count: stage.sizeOf(collection), grows: -1 };
      },
    ],
  ];
  return Object.entries(calls).flatMap(([call, { method, path }]) =>
    shows
      .filter(([of, at]) => of === method && at === path)
      .map(([, , show]) => control(`${slice}.${call}`, `${method} ${path}`, show)),
  );
}

const isText = (field: [string, unknown]): field is [string, string] =>
  typeof field[1] === "string";
