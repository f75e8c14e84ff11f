ALTER TABLE "accounts" ADD COLUMN "last_test" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "session_primed_at" timestamp (3) with time zone;--> statement-breakpoint
-- An active account of this platform was primed; one that has published has working credentials.
UPDATE "accounts" SET "session_primed_at" = now() WHERE "platform_type" = 'tiktok' AND "is_active";--> statement-breakpoint
UPDATE "accounts" SET "last_test" = 'passed' WHERE "is_active" AND "last_known_error" IS NULL AND EXISTS (SELECT 1 FROM "scheduled_posts" AS post WHERE post."account_id" = "accounts"."id" AND post."status" = 'published');--> statement-breakpoint
ALTER TABLE "sandbox_products" ADD COLUMN "sales_channels" jsonb DEFAULT '["Online Store"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_products" ADD COLUMN "collections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "sandbox_products" SET "collections" = '["sale"]'::jsonb WHERE "tags" @> '["sale"]'::jsonb;--> statement-breakpoint
ALTER TABLE "shop_products" ADD COLUMN "sales_channels" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "content_item_id" integer;--> statement-breakpoint
UPDATE "scheduled_posts" AS post SET "content_item_id" = item."content_item_id" FROM "queue_items" AS item WHERE item."id" = post."queue_item_id" AND item."content_item_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_content_item_id_content_items_id_fk" FOREIGN KEY ("content_item_id") REFERENCES "public"."content_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_content_item" ON "scheduled_posts" USING btree ("content_item_id","account_id");--> statement-breakpoint
-- Of several posts of the same content that are on their way to one account, the first goes out.
UPDATE "scheduled_posts" AS post SET "status" = 'failed', "error" = 'Another post of this content was scheduled on this account already.' FROM "scheduled_posts" AS other WHERE post."status" = 'scheduled' AND other."content_item_id" = post."content_item_id" AND other."account_id" = post."account_id" AND (other."status" = 'publishing' OR (other."status" = 'scheduled' AND (other."publish_at", other."id") < (post."publish_at", post."id")));--> statement-breakpoint
UPDATE "scheduled_posts" AS post SET "content_item_id" = NULL FROM "scheduled_posts" AS other WHERE post."status" = 'publishing' AND other."status" = 'publishing' AND other."content_item_id" = post."content_item_id" AND other."account_id" = post."account_id" AND other."id" < post."id";--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_posts_content_once_per_account" ON "scheduled_posts" USING btree ("content_item_id","account_id") WHERE status in ('scheduled', 'publishing');
