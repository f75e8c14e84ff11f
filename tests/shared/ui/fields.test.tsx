import { zodResolver } from "@hookform/resolvers/zod";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import {
  CheckboxField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "@/shared/forms/fields";
import { Button } from "@/shared/ui/button/button";

const category = z.object({
  name: z.string().min(1, "Enter a name."),
  note: z.string(),
  days: z.number().or(z.literal("")),
  kind: z.string(),
  on: z.boolean(),
  media: z.boolean(),
});

function CategoryForm({ onSave }: { onSave: (values: z.output<typeof category>) => void }) {
  const { control, handleSubmit } = useForm({
    defaultValues: { name: "", note: "", days: 21, kind: "", on: true, media: false },
    resolver: zodResolver(category),
  });
  const kinds = [{ value: "sale", label: "Weekly sale" }];
  return (
    <form onSubmit={handleSubmit((values) => onSave(values))}>
      <TextField control={control} name="name" label="Name" required hint="In the picker" />
      <TextAreaField control={control} name="note" label="Note" count={{ max: 5 }} />
      <NumberField control={control} name="days" label="Days" unit="days" min={7} />
      <SelectField
        control={control}
        name="kind"
        label="Kind"
        placeholder="Choose"
        options={kinds}
      />
      <CheckboxField control={control} name="on" label="Active" hint="Used by the planner" />
      <SwitchField control={control} name="media" label="Media" />
      <Button type="submit">Save</Button>
    </form>
  );
}

test("a form gets numbers as numbers, an empty number as an empty string, and the chosen options", async () => {
  const user = userEvent.setup();
  const save = vi.fn();
  render(<CategoryForm onSave={save} />);
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Memes");
  await user.type(screen.getByRole("textbox", { name: "Note" }), "Duže 😀");
  expect(screen.getByText("6 / 5")).toBeVisible();
  const days = screen.getByRole("spinbutton", { name: "Days" });
  await user.clear(days);
  await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Weekly sale");
  await user.click(screen.getByRole("checkbox", { name: "Active" }));
  await user.click(screen.getByRole("switch", { name: "Media" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  const values = { name: "Memes", note: "Duže 😀", kind: "sale", on: false, media: true };
  expect(save).toHaveBeenLastCalledWith({ ...values, days: "" });

  await user.type(days, "14");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(save).toHaveBeenLastCalledWith({ ...values, days: 14 });
});
