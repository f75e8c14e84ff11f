import { and, eq, gt, lt, sql } from "drizzle-orm";
import { imageUsage } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import { utcDay } from "../../kernel/times.ts";

/** Counts one more image of the day, if that is within the number per day. */
export async function takeImage(db: Db, now: Date, perDay: number): Promise<boolean> {
  if (perDay === 0) return false;
  const taken = await db
    .insert(imageUsage)
    .values({ day: utcDay(now).from, images: 1 })
    .onConflictDoUpdate({
      target: imageUsage.day,
      set: { images: sql`${imageUsage.images} + 1` },
      setWhere: lt(imageUsage.images, perDay),
    })
    .returning({ images: imageUsage.images });
  return taken.length > 0;
}

/** Takes one image of the day back: the server of the model did not take the order. */
export async function returnImage(db: Db, now: Date): Promise<void> {
  await db
    .update(imageUsage)
    .set({ images: sql`${imageUsage.images} - 1` })
    .where(and(eq(imageUsage.day, utcDay(now).from), gt(imageUsage.images, 0)));
}
