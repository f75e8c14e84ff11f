CREATE TABLE "task_progress" (
	"task" text PRIMARY KEY NOT NULL,
	"done_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sale_steps" ALTER COLUMN "original_price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sale_steps" ALTER COLUMN "original_compare_at_price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sale_steps" ALTER COLUMN "new_price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sale_steps" ALTER COLUMN "compare_at_price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sandbox_products" ALTER COLUMN "price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "sandbox_products" ALTER COLUMN "compare_at_price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "shop_products" ALTER COLUMN "price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "shop_products" ALTER COLUMN "compare_at_price" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "is_scheduled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "content_items_active" ON "content_items" USING btree ("category_id","last_used_at","id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "metrics_snapshots_by_time" ON "metrics_snapshots" USING btree ("snapshot_time");--> statement-breakpoint
CREATE INDEX "queue_items_made" ON "queue_items" USING btree ("category_id","created_at");--> statement-breakpoint
CREATE INDEX "queue_items_waiting" ON "queue_items" USING btree ("category_id","id") WHERE status = 'approved' and not is_scheduled;--> statement-breakpoint
CREATE INDEX "queue_items_recent" ON "queue_items" USING btree ("category_id","updated_at","id") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "queue_items_rejected" ON "queue_items" USING btree ("updated_at") WHERE status = 'rejected';--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_last_test" CHECK ("accounts"."last_test" in ('passed', 'failed'));--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_type" CHECK ("categories"."category_type" in ('evergreen', 'memes', 'sales', 'weekly_sale'));--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_counts" CHECK ("categories"."image_posts_per_day" >= 0 and "categories"."video_posts_per_day" >= 0 and "categories"."text_posts_per_day" >= 0 and "categories"."last_meme_template_index" >= 0 and "categories"."last_product_index" >= 0);--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_media_type" CHECK ("content_items"."media_type" in ('image', 'video'));--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_focus_media_type" CHECK ("groups"."focus_media_type" in ('image', 'video'));--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_platform" CHECK ("integrations"."platform" in ('shopify', 'facebook_ads', 'amazon_ses'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_status" CHECK ("mails"."status" in ('sending', 'sent', 'failed', 'unknown'));--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_status" CHECK ("queue_items"."status" in ('pending_approval', 'approved', 'rejected'));--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_media_type" CHECK ("queue_items"."media_type" in ('image', 'video'));--> statement-breakpoint
ALTER TABLE "sale_runs" ADD CONSTRAINT "sale_runs_kind" CHECK ("sale_runs"."kind" in ('live', 'confirmed', 'scheduled'));--> statement-breakpoint
ALTER TABLE "sale_runs" ADD CONSTRAINT "sale_runs_status" CHECK ("sale_runs"."status" in ('running', 'stopping', 'finished', 'stopped'));--> statement-breakpoint
ALTER TABLE "sale_settings" ADD CONSTRAINT "sale_settings_counts" CHECK ("sale_settings"."rotator_count" >= 0 and "sale_settings"."rotator_no_change_count" >= 0 and "sale_settings"."print_count" >= 0 and "sale_settings"."cooldown_days" >= 0);--> statement-breakpoint
ALTER TABLE "sale_settings" ADD CONSTRAINT "sale_settings_percents" CHECK ("sale_settings"."rotator_discount_percent" between 0 and 100 and "sale_settings"."print_discount_percent" between 0 and 100);--> statement-breakpoint
ALTER TABLE "sale_steps" ADD CONSTRAINT "sale_steps_action" CHECK ("sale_steps"."action" in ('add', 'remove'));--> statement-breakpoint
ALTER TABLE "sale_steps" ADD CONSTRAINT "sale_steps_status" CHECK ("sale_steps"."status" in ('planned', 'begun', 'done'));--> statement-breakpoint
ALTER TABLE "sale_steps" ADD CONSTRAINT "sale_steps_counts" CHECK ("sale_steps"."position" >= 0 and "sale_steps"."new_price" >= 0);--> statement-breakpoint
ALTER TABLE "sandbox_products" ADD CONSTRAINT "sandbox_products_counts" CHECK ("sandbox_products"."changes" >= 0);--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_status" CHECK ("scheduled_posts"."status" in ('scheduled', 'publishing', 'published', 'failed', 'unknown'));--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_counts" CHECK ("scheduled_posts"."retry_count" >= 0 and "scheduled_posts"."measurements" >= 0);--> statement-breakpoint
-- Items that have posts already.
UPDATE "queue_items" SET "is_scheduled" = true WHERE EXISTS (SELECT 1 FROM "scheduled_posts" WHERE "queue_item_id" = "queue_items"."id");--> statement-breakpoint
-- Both functions lock the items first: a transaction that adds a post and one that removes the only other
-- post would not see each other's, and an item with a post would be marked as one without.
CREATE FUNCTION "mark_scheduled_items"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM queue_items WHERE id IN (SELECT queue_item_id FROM added)
		ORDER BY id FOR NO KEY UPDATE;
	UPDATE queue_items SET is_scheduled = true
		WHERE NOT is_scheduled AND id IN (SELECT queue_item_id FROM added);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "unmark_unscheduled_items"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM queue_items WHERE id IN (SELECT queue_item_id FROM removed)
		ORDER BY id FOR NO KEY UPDATE;
	UPDATE queue_items SET is_scheduled = false
		WHERE is_scheduled AND id IN (SELECT queue_item_id FROM removed)
			AND NOT EXISTS (SELECT 1 FROM scheduled_posts WHERE queue_item_id = queue_items.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "scheduled_posts_added" AFTER INSERT ON "scheduled_posts" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "mark_scheduled_items"();--> statement-breakpoint
CREATE TRIGGER "scheduled_posts_removed" AFTER DELETE ON "scheduled_posts" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "unmark_unscheduled_items"();
