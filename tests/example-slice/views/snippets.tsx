import { Text, Trash2 } from "lucide-react";
import { useState } from "react";
import { useOffered } from "@/shared/query/use-offered";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { snippetsApi } from "../contract";
import { SnippetForm } from "../forms/snippet-form";
import { useDeleteSnippet } from "../mutations";
import { snippetQueries } from "../queries";
import type { Snippet } from "../schema";

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
