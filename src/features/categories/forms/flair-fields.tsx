import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { Field } from "@/shared/ui/form-controls/field";
import { Input } from "@/shared/ui/form-controls/input";
import { Select } from "@/shared/ui/form-controls/select";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import {
  flairIdsIn,
  type PickedFlair,
  type PickedFlairs,
  savedIds,
  withFlair,
} from "../flair-list";
import { flairQueries } from "../queries";
import { type RedditChange, type RedditFlair, type RedditValues, subredditNames } from "../schema";
import styles from "./category-forms.module.css";

type FlairFieldsProps = { control: Control<RedditValues, unknown, RedditChange>; group: Id };

/** The list of flair ids, and above it a select for each subreddit in the form. */
export function FlairFields({ control, group }: FlairFieldsProps) {
  const client = useQueryClient();
  const names = subredditNames(useWatch({ control, name: "subreddits" }));
  const { field: pickedField } = useController({ control, name: "picked" });
  const { field: listField, fieldState } = useController({ control, name: "manual" });
  const picked: PickedFlairs = pickedField.value;
  const ids = savedIds(names, picked, listField.value);
  // While all listed ids are saved, the text is shown as typed, so that a trailing comma stays.
  const isWhole = ids.length === flairIdsIn(listField.value).length;

  /** Ids typed since the last choice in their subreddit, oldest first: the latest edit wins. */
  const [typed, setTyped] = useState<readonly string[]>([]);
  const offeredBy = (name: string) =>
    offeredIn(client.getQueryData(flairQueries.of(group, name).queryKey));

  function pick(name: string, before: string | undefined, flair: PickedFlair) {
    const offered = offeredBy(name).map(({ id }) => id);
    setTyped(typed.filter((id) => !offered.includes(id)));
    pickedField.onChange({ ...picked, [name.toLowerCase()]: flair });
    listField.onChange(withFlair(ids, before, flair.id).join(", "));
  }

  function type(text: string) {
    const listed = flairIdsIn(text);
    const added = listed.filter((id) => !ids.includes(id));
    const nowTyped = [...typed.filter((id) => listed.includes(id)), ...added];
    setTyped(nowTyped);
    listField.onChange(text);
    pickedField.onChange(
      Object.fromEntries(
        names.flatMap((name) => {
          const offered = offeredBy(name);
          const before = picked[name.toLowerCase()];
          const kept = before && listed.includes(before.id) ? before : undefined;
          const flair =
            lastListed(nowTyped, offered) ?? kept ?? lastListed(listed, offered) ?? before;
          return flair ? [[name.toLowerCase(), { id: flair.id, text: flair.text }]] : [];
        }),
      ),
    );
  }

  /** Before the fetch it is unknown which of the typed ids are flairs of this subreddit. */
  function onFetched(name: string) {
    const flair = lastListed(typed, offeredBy(name));
    if (!flair || flair.id === picked[name.toLowerCase()]?.id) return;
    pickedField.onChange({
      ...picked,
      [name.toLowerCase()]: { id: flair.id, text: flair.text },
    });
  }

  return (
    <>
      {names.length > 0 && (
        <ul className={styles.flairs} aria-label="Flairs">
          {names.map((name) => {
            const key = name.toLowerCase();
            const flair = picked[key];
            return (
              <li key={key}>
                <FlairField
                  group={group}
                  subreddit={name}
                  picked={flair && ids.includes(flair.id) ? flair : undefined}
                  ids={ids}
                  onPick={(before, flair) => pick(name, before, flair)}
                  onFetched={() => onFetched(name)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <Field
        label="Manual flair ids"
        hint="Saved flair IDs, separated by commas. Flairs chosen above are added here. Each ID is used in the subreddit that offers it."
        error={fieldState.error?.message}
      >
        {(props) => (
          <Input
            {...props}
            {...listField}
            mono
            autoComplete="off"
            value={isWhole ? listField.value : ids.join(", ")}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
    </>
  );
}

type FlairFieldProps = {
  group: Id;
  subreddit: string;
  /** The subreddit's flair, if it is known and in the list. */
  picked: PickedFlair | undefined;
  /** The ids in the list. */
  ids: readonly string[];
  onPick: (before: string | undefined, flair: PickedFlair) => void;
  onFetched: () => void;
};

/** Fetches a subreddit's flairs on request. Until then the select offers only the stored one. */
function FlairField({ group, onFetched, ...flair }: FlairFieldProps) {
  const client = useQueryClient();
  const { queryKey } = flairQueries.of(group, flair.subreddit);
  const isBusy = useIsFetching({ queryKey }) > 0;
  const [attempt, setAttempt] = useState(0);
  const id = useId();
  const choice = { id, ...flair };

  function fetchFlairs() {
    if (attempt > 0 && client.getQueryData(queryKey) !== undefined) {
      void client.refetchQueries({ queryKey });
      return;
    }
    // Otherwise a failure that is still on the screen would be shown again without a request.
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
            <FetchedChoice {...choice} group={group} onFetched={onFetched} />
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

const offeredIn = (fetched: Listing<RedditFlair> | undefined): readonly Offered[] =>
  (fetched?.items ?? []).map(({ id, text, mod_only }) => ({
    id: String(id),
    text: text || String(id),
    isForModerators: mod_only ?? false,
  }));

/** Finds the offered flair whose id is in the list, or the last one of several. */
function lastListed(ids: readonly string[], offered: readonly Offered[]) {
  const id = ids.findLast((one) => offered.some((flair) => flair.id === one));
  return offered.find((flair) => flair.id === id);
}

type FlairChoiceProps = Omit<FlairFieldProps, "group" | "onFetched"> & {
  /** The id of the element that names the subreddit. */
  id: string;
  offered: readonly Offered[];
};

type FetchedChoiceProps = Omit<FlairChoiceProps, "offered"> &
  Pick<FlairFieldProps, "group" | "onFetched">;

function FetchedChoice({ group, onFetched, ...choice }: FetchedChoiceProps) {
  const fetched = useRead(flairQueries.of(group, choice.subreddit));
  const report = useEffectEvent(onFetched);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer
  useEffect(() => report(), [fetched]);
  const offered = offeredIn(fetched);
  return <FlairChoice {...choice} offered={offered} isFetched />;
}

function FlairChoice({
  id,
  subreddit,
  picked,
  ids,
  onPick,
  offered,
  isFetched = false,
}: FlairChoiceProps & { isFetched?: boolean }) {
  const chosen = picked ?? lastListed(ids, offered);
  const isKept = chosen && !offered.some((flair) => flair.id === chosen.id);
  const all = isKept ? [...offered, { ...chosen, isForModerators: false }] : offered;
  return (
    <Field
      label={<span id={id}>Flair for r/{subreddit}</span>}
      hint={isFetched && offered.length === 0 ? "This subreddit offers no flairs." : undefined}
    >
      {(props) => (
        <Select
          {...props}
          value={chosen?.id ?? ""}
          onChange={({ target }) =>
            onPick(chosen?.id, {
              id: target.value,
              text: all.find((flair) => flair.id === target.value)?.text ?? "",
            })
          }
          options={[
            { value: "", label: "No flair" },
            ...all.map((flair) => ({
              value: flair.id,
              label: `${flair.text || flair.id}${flair.isForModerators ? " (moderators only)" : ""}`,
            })),
          ]}
        />
      )}
    </Field>
  );
}
