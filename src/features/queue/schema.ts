import {
  changedFieldsOf,
  onAccount,
  queueItemSchema,
  writtenFieldsAs,
} from "@/entities/post/contract";
import { type Id, idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/** Named as in the editor of a card. */
export const editedFields = writtenFieldsAs("Text", "Image", "Video");

/** Names the draft of a post, under which its typed text survives a reload. */
export const draftOf = ({ id }: { id: Id }) => `queue-item-${id}`;

/** Changed fields only; `null` empties one. */
export const queueItemChangeSchema = z.strictObject({
  ...changedFieldsOf(editedFields),
  expected_updated_at: z.nullable(z.string()),
});

/**
 * The accounts and the time of an approved post, and what the operator has seen of it; all are
 * optional, as the capability `approve-at`.
 */
export const approvalSchema = z.object({
  publish_at: z.optional(z.string().check(z.maxLength(40))),
  social_account_ids: z.optional(z.string().check(z.maxLength(10_000))),
  expected_updated_at: z.optional(z.string().check(z.maxLength(40))),
  expected_account_ids: z.optional(z.string().check(z.maxLength(10_000))),
});

const madePostSchema = z.object({
  ...onAccount,
  scheduled_post_id: idSchema,
  publish_at: lenient(z.nullable(z.string())),
});

export type MadePost = z.output<typeof madePostSchema>;

const leftOutSchema = z.object({ ...onAccount, why: lenient(z.string(), () => "") });

export const approvedSchema = z.extend(queueItemSchema, {
  left_out: lenient(z.nullish(z.string())),
  posts: lenient(z.nullish(listing(madePostSchema))),
  accounts_left_out: lenient(z.nullish(listing(leftOutSchema))),
});

export type Approved = z.output<typeof approvedSchema>;
