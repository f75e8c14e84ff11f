import { type Account, platformLabel } from "@/entities/account";
import { parseTime } from "@/shared/format/time";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { CardNote } from "@/shared/ui/card-note";

/** Says when the account's platform ends the API that the server calls, if the server says that it does. */
export function ApiEnd({ account }: { account: Account }) {
  const { api_ends_at, platform_type } = account;
  const now = useNow();
  const end = parseTime(api_ends_at);
  if (end === undefined) return null;
  const platform = platformLabel(platform_type);
  return end > now ? (
    <CardNote>
      Works until <Time value={api_ends_at} />: then {platform} ends the version of its API that
      this server uses. Update the server before then.
    </CardNote>
  ) : (
    <CardNote tone="danger">
      {platform} has ended the version of its API that this server uses, on{" "}
      <Time value={api_ends_at} />. Update the server.
    </CardNote>
  );
}
