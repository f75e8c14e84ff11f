import { and, eq, gt, lt, sql } from "drizzle-orm";
import { textUsage } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { utcDay } from "../../kernel/times.ts";
import type { TextBudget } from "../../ports/text-model.ts";

/** Counts one more text of the day, if that is within the number per day. */
export async function takeText(db: Db, now: Date, perDay: number): Promise<boolean> {
  const taken = await db
    .insert(textUsage)
    .values({ day: utcDay(now).from, texts: 1 })
    .onConflictDoUpdate({
      target: textUsage.day,
      set: { texts: sql`${textUsage.texts} + 1` },
      setWhere: lt(textUsage.texts, perDay),
    })
    .returning({ texts: textUsage.texts });
  return taken.length > 0;
}

/** Takes one text of the day back: the server of the model did not take the order. */
export async function returnText(db: Db, now: Date): Promise<void> {
  await db
    .update(textUsage)
    .set({ texts: sql`${textUsage.texts} - 1` })
    .where(and(eq(textUsage.day, utcDay(now).from), gt(textUsage.texts, 0)));
}

/** Adds the tokens of a text to those of the day. */
export async function addTokens(
  db: Db,
  now: Date,
  tokens: { readonly in: number; readonly out: number },
): Promise<void> {
  await db
    .insert(textUsage)
    .values({ day: utcDay(now).from, texts: 0, tokens_in: tokens.in, tokens_out: tokens.out })
    .onConflictDoUpdate({
      target: textUsage.day,
      set: {
        tokens_in: sql`${textUsage.tokens_in} + ${tokens.in}`,
        tokens_out: sql`${textUsage.tokens_out} + ${tokens.out}`,
      },
    });
}

/** Returns the texts of today in UTC, their tokens and cost; undefined if texts cost nothing. */
export async function textsToday({ db, ports }: Context) {
  const { budget } = ports.textModel;
  if (!budget) return undefined;
  const { from } = utcDay(ports.clock.now());
  const [row] = await db.select().from(textUsage).where(eq(textUsage.day, from));
  const tokens = { in: row?.tokens_in ?? 0, out: row?.tokens_out ?? 0 };
  return {
    written: row?.texts ?? 0,
    per_day: budget.perDay,
    tokens: tokens.in + tokens.out,
    cost: costOf(tokens, budget) ?? null,
  };
}

/** Returns the cost of tokens in US dollars; undefined if no prices were given. */
export const costOf = (
  tokens: { readonly in: number; readonly out: number },
  { prices }: Pick<TextBudget, "prices">,
): number | undefined => prices && (tokens.in * prices.in + tokens.out * prices.out) / 1_000_000;
