DROP INDEX "scheduled_posts_by_status";--> statement-breakpoint
CREATE INDEX "categories_by_name" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "mails_by_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sale_runs_by_integration" ON "sale_runs" USING btree ("integration_id");--> statement-breakpoint
CREATE INDEX "sandbox_mails_by_age" ON "sandbox_mails" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "scheduled_posts_upcoming" ON "scheduled_posts" USING btree ("publish_at","id") WHERE status in ('scheduled', 'publishing');--> statement-breakpoint
CREATE INDEX "scheduled_posts_failed" ON "scheduled_posts" USING btree ("publish_at","id") WHERE status in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX "scheduled_posts_publishing" ON "scheduled_posts" USING btree ("started_at") WHERE status = 'publishing';--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_impressions" ON "scheduled_posts" USING btree ("impressions","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_video_views" ON "scheduled_posts" USING btree ("video_views","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_likes" ON "scheduled_posts" USING btree ("likes","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_comments" ON "scheduled_posts" USING btree ("comments","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_shares" ON "scheduled_posts" USING btree ("shares","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_engagement_rate" ON "scheduled_posts" USING btree ("engagement_rate","id") WHERE status = 'published';