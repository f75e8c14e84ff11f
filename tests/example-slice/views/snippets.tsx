import { Plus, Text, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useOffered } from "@/shared/query/use-offered";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { newSnippetSchema, type Snippet, snippetsApi } from "../contract";
import { addFailure, useAddSnippet, useDeleteSnippet } from "../mutations";
import { snippetQueries } from "../queries";

/** Shown only while the backend announces the capability of its calls. */
export function Snippets() {
  if (!useOffered(snippetsApi.list)) return null;
  return (
    <Region title="Snippets" id="snippets">
      <PanelBoundary loading={<LoadingSnippets />}>
        <SnippetList />
      </PanelBoundary>
      <Panel padded>
        <SnippetForm />
      </Panel>
    </Region>
  );
}

/** Reads below a PanelBoundary, which shows loading, failure and 'Try again'. */
function SnippetList() {
  const snippets = useRead(snippetQueries.list()).items;
  if (snippets.length === 0) {
    return <EmptyPanel icon={<Text />} title="There are no snippets yet." />;
  }
  return (
    <ul>
      {snippets.map((snippet) => (
        <SnippetItem key={snippet.id} snippet={snippet} />
      ))}
    </ul>
  );
}

function SnippetItem({ snippet }: { snippet: Snippet }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteSnippet();
  return (
    <li>
      <h3>{snippet.name}</h3>
      <p>{snippet.text}</p>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Delete ${snippet.name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <CommandQuestion
        command={remove}
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Are you sure you want to delete this snippet?"
        confirm="Delete"
        icon={<Trash2 />}
        onConfirm={() => void remove.send({ params: { id: snippet.id } })}
      >
        <strong>{snippet.name}</strong> is deleted. Posts with its text do not change.
      </CommandQuestion>
    </li>
  );
}

const LoadingSnippets = () => (
  <Loading label="Loading snippets" visible>
    <Skeleton height={120} radius={8} />
  </Loading>
);

/** Keeps what is typed across reloads, under the name `draft`, and shows refusals at the fields. */
function SnippetForm() {
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
