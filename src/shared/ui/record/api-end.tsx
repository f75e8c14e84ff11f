import { parseTime } from "@/shared/format/time";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { CardNote } from "./card-note";

type ApiEndProps = {
  /** The time in ISO 8601; null or missing if no end is near. */
  endsAt: string | null | undefined;
  platform: string;
};

/** Says on a card when a platform ends the API that the server calls, if the server says that it does. */
export function ApiEnd({ endsAt, platform }: ApiEndProps) {
  const now = useNow();
  const end = parseTime(endsAt);
  if (end === undefined) return null;
  return end > now ? (
    <CardNote>
      Works until <Time value={endsAt} />, when {platform} retires the API version that this server
      uses. Update the server before then.
    </CardNote>
  ) : (
    <CardNote tone="danger">
      {platform} retired the API version that this server uses on <Time value={endsAt} />. Update
      the server.
    </CardNote>
  );
}
