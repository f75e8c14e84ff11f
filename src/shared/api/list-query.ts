import { z } from "@/shared/config/zod";
import { idSchema } from "./id";

/** Asks for the records of one group. A backend without the capability `group-filter` ignores it. */
export const ofGroup = { group_id: z.optional(idSchema) };

/** A whole number of an address, and the one that is meant by a request without it. */
const wholeNumber = (from: number, to: number, usual: number) =>
  z._default(z.coerce.number<number>().check(z.int(), z.gte(from), z.lte(to)), usual);

/**
 * Asks for a part of a list: how many records to leave out, and how many to send.
 *
 * @param usual The number sent if the request does not say.
 * @param most The most that can be asked for at once.
 */
export const pageOf = (usual: number, most = 1000) => ({
  skip: wholeNumber(0, 1_000_000, 0),
  limit: wholeNumber(1, most, usual),
});
