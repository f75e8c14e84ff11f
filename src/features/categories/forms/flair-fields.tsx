import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useId, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { controlProps, Field } from "@/shared/ui/field";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Select } from "@/shared/ui/select";
import { flairQueries } from "../queries";
import { type PickedFlair, type RedditChange, type RedditValues, subredditNames } from "../schema";
import styles from "./category-forms.module.css";

type FlairFieldsProps = { control: Control<RedditValues, unknown, RedditChange>; group: Id };

/** One choice for each subreddit that stands in the field above. */
export function FlairFields({ control, group }: FlairFieldsProps) {
  const names = subredditNames(useWatch({ control, name: "subreddits" }));
  const { field } = useController({ control, name: "picked" });
  const picked: Readonly<Record<string, PickedFlair>> = field.value;
  if (names.length === 0) return null;
  return (
    <ul className={styles.flairs} aria-label="Flairs">
      {names.map((name) => {
        const key = name.toLowerCase();
        return (
          <li key={key}>
            <FlairField
              group={group}
              subreddit={name}
              picked={picked[key]?.id ? picked[key] : undefined}
              onPick={(flair) => field.onChange({ ...picked, [key]: flair })}
            />
          </li>
        );
      })}
    </ul>
  );
}

type FlairFieldProps = {
  group: Id;
  subreddit: string;
  picked: PickedFlair | undefined;
  onPick: (flair: PickedFlair) => void;
};

/** What a subreddit offers is fetched when it is asked for; until then what is stored can be kept. */
function FlairField({ group, subreddit, picked, onPick }: FlairFieldProps) {
  const client = useQueryClient();
  const { queryKey } = flairQueries.of(group, subreddit);
  const isBusy = useIsFetching({ queryKey }) > 0;
  const [attempt, setAttempt] = useState(0);
  const id = useId();
  const choice = { id, subreddit, picked, onPick };

  function fetchFlairs() {
    if (attempt > 0 && client.getQueryData(queryKey) !== undefined) {
      void client.refetchQueries({ queryKey });
      return;
    }
    // Without it a failure that is still on the screen would be shown again instead of asking.
    client.removeQueries({ queryKey });
    setAttempt(attempt + 1);
  }

  return (
    <div className={styles.flair}>
      <div className={styles.choice}>
        {attempt === 0 ? (
          <FlairChoice {...choice} offered={[]} />
        ) : (
          <PanelBoundary
            key={attempt}
            loading={<FlairChoice {...choice} offered={[]} />}
            failedHead={<FlairChoice {...choice} offered={[]} />}
          >
            <FetchedChoice {...choice} group={group} />
          </PanelBoundary>
        )}
      </div>
      <Button
        size="sm"
        icon={<Download />}
        busy={isBusy}
        aria-describedby={id}
        onClick={fetchFlairs}
      >
        Fetch flairs
      </Button>
    </div>
  );
}

type Offered = PickedFlair & { readonly isForModerators: boolean };

type FlairChoiceProps = Omit<FlairFieldProps, "group"> & {
  /** Of the element that names the subreddit. */
  id: string;
  offered: readonly Offered[];
};

function FetchedChoice({ group, ...choice }: Omit<FlairChoiceProps, "offered"> & { group: Id }) {
  const offered = useRead(flairQueries.of(group, choice.subreddit)).items.map(
    ({ id, text, mod_only }) => ({
      id: String(id),
      text: text || String(id),
      isForModerators: mod_only ?? false,
    }),
  );
  return <FlairChoice {...choice} offered={offered} isFetched />;
}

function FlairChoice({
  id,
  subreddit,
  picked,
  onPick,
  offered,
  isFetched = false,
}: FlairChoiceProps & { isFetched?: boolean }) {
  const isKept = picked && !offered.some((flair) => flair.id === picked.id);
  const all = isKept ? [...offered, { ...picked, isForModerators: false }] : offered;
  return (
    <Field
      label={<span id={id}>Flair for r/{subreddit}</span>}
      hint={isFetched && offered.length === 0 ? "This subreddit offers no flairs." : undefined}
    >
      {(ids) => (
        <Select
          {...controlProps(ids)}
          value={picked?.id ?? ""}
          onChange={({ target }) =>
            onPick({
              id: target.value,
              text: all.find((flair) => flair.id === target.value)?.text ?? "",
            })
          }
          options={[
            { value: "", label: "No flair" },
            ...all.map((flair) => ({
              value: flair.id,
              label: flair.isForModerators ? `${flair.text} (moderators only)` : flair.text,
            })),
          ]}
        />
      )}
    </Field>
  );
}
