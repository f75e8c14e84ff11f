import { Plus } from "lucide-react";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button/button";
import { addFailure, useAddSnippet } from "../mutations";
import { newSnippetSchema } from "../schema";

/** Keeps what is typed across reloads, under the name `draft`, and shows refusals at the fields. */
export function SnippetForm() {
  const { send, isBusy } = useAddSnippet();
  const form = useConsoleForm({
    schema: newSnippetSchema,
    defaults: { name: "", text: "" },
    draft: "new-snippet",
    failure: addFailure,
    save: (body) => send({ body }),
  });
  return (
    // `standsIn` names what closes the form, and so asks before typed text is lost.
    <ConsoleForm form={form} label="Snippet" standsIn="screen" stacked>
      <TextField control={form.control} name="name" label="Name" required />
      <TextAreaField control={form.control} name="text" label="Text" required rows={2} />
      <Button type="submit" variant="primary" icon={<Plus />} busy={isBusy}>
        Create Snippet
      </Button>
    </ConsoleForm>
  );
}
