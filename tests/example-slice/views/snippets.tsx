import { Plus, Text, Trash2 } from "lucide-react";
import { useState } from "react";
import { counted } from "@/shared/format/number";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useOffered } from "@/shared/query/use-backend";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { type Fold, FoldRegion } from "@/shared/ui/panel/fold-region";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { Panel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { Table } from "@/shared/ui/table/table";
import { newSnippetSchema, type Snippet, snippetsApi } from "../contract";
import { addFailure, useAddSnippet, useDeleteSnippet } from "../mutations";
import { snippetQueries } from "../queries";

/**
 * Shown only while the backend announces the capability of its calls. What is open is the page's to
 * know: it passes `useFold("snippets")`.
 */
export function Snippets({ fold }: { fold: Fold }) {
  if (!useOffered(snippetsApi.list)) return null;
  return (
    <FoldRegion
      title="Snippets"
      id="snippets"
      meta="All groups"
      fold={fold}
      facts={
        <PanelBoundary loading={<Loading label="Loading snippets" visible />}>
          <SnippetFacts />
        </PanelBoundary>
      }
    >
      <PanelBoundary loading={<LoadingSnippets />}>
        <SnippetList />
      </PanelBoundary>
      <Panel padded>
        <SnippetForm />
      </Panel>
    </FoldRegion>
  );
}

/** One line, while the region is folded. */
function SnippetFacts() {
  const { items, unreadable } = useRead(snippetQueries.list());
  if (items.length === 0 && unreadable > 0) return null;
  return <p>{items.length === 0 ? "No snippets yet." : counted(items.length, "snippet")}</p>;
}

/** Reads below a PanelBoundary, which shows loading, failure and 'Try again'. */
function SnippetList() {
  const snippets = useRead(snippetQueries.list()).items;
  if (snippets.length === 0) {
    return <EmptyPanel icon={<Text />} title="There are no snippets yet." />;
  }
  return (
    <Panel>
      <Table label="Snippets">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Text</th>
            <th scope="col" data-align="end">
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {snippets.map((snippet) => (
            <SnippetRow key={snippet.id} snippet={snippet} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function SnippetRow({ snippet }: { snippet: Snippet }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteSnippet();
  return (
    <tr>
      <td data-label="Name">{snippet.name}</td>
      <td data-label="Text">{snippet.text}</td>
      <td data-align="end">
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
      </td>
    </tr>
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
