ALTER TABLE "groups" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "publishing_times" jsonb;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "notice_minutes" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
CREATE INDEX "groups_paused" ON "groups" USING btree ("id") WHERE paused_at is not null;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_notice_minutes" CHECK ("groups"."notice_minutes" between 1 and 60);