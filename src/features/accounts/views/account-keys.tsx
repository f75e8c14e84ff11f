import { type Account, isPlatform, platforms } from "@/entities/account";
import { parseTime } from "@/shared/format/time";
import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { CardNote } from "@/shared/ui/record/card-note";

const day = 24 * 60 * 60_000;

/** How long before their end keys are warned about: the server renews what it can ten days before. */
const early = 9 * day;

const ofKeys = {
  belong: "The keys belong to",
  work: "The keys work.",
  end: "They expire",
  ended: "They expired",
  next: "enter new ones",
};
const ofConnection = {
  belong: "Connected as",
  work: "The connection works.",
  end: "The connection expires",
  ended: "The connection expired",
  next: "connect it again",
};

/** Says whom the account's keys belong to, and when they end, as far as the platform has said. */
export function AccountKeys({ account }: { account: Account }) {
  const { owner, expires_at, platform_type: type } = account;
  const now = useNow();
  const end = parseTime(expires_at);
  if (!owner && end === undefined) return null;
  const isEnding = end !== undefined && end - now < early;
  const isTyped = !isPlatform(type) || platforms[type].connects === "credentials";
  const words = isTyped ? ofKeys : ofConnection;
  return (
    <CardNote tone={isEnding ? "danger" : undefined}>
      {owner ? `${words.belong} ${owner}.` : words.work}
      {end !== undefined && (
        <>
          {" "}
          {end > now ? words.end : words.ended} <Time value={expires_at} />
          {isEnding ? `: ${words.next}.` : "."}
        </>
      )}
    </CardNote>
  );
}
