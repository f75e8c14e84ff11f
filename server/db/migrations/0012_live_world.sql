CREATE TABLE "world_check" (
	"id" integer PRIMARY KEY NOT NULL,
	"world" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_posts" DROP CONSTRAINT "scheduled_posts_counts";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "credentials_expire_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "credentials_owner" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "tokens" double precision;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "tokens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "held_because" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "trace" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "committing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "ask_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "waits_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "scheduled_posts_asked" ON "scheduled_posts" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_counts" CHECK ("scheduled_posts"."retry_count" >= 0 and "scheduled_posts"."measurements" >= 0 and "scheduled_posts"."tries" >= 0);