CREATE TABLE "newsletter_runs" (
	"group_id" integer NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL,
	"wait_until" timestamp (3) with time zone,
	"why" text,
	CONSTRAINT "newsletter_runs_group_id_slot_pk" PRIMARY KEY("group_id","slot")
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_status";--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "events_token" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "events_topic" text;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "last_event_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "slot" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "tried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "retry_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "inactive_reason" text;--> statement-breakpoint
ALTER TABLE "newsletter_runs" ADD CONSTRAINT "newsletter_runs_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_by_events_token" ON "integrations" USING btree ("events_token");--> statement-breakpoint
CREATE INDEX "mails_by_run" ON "mails" USING btree ("group_id","slot","id");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("group_id","slot","id") WHERE status = 'waiting';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_status" CHECK ("mails"."status" in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'left_out'));