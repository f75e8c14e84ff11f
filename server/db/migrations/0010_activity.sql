CREATE TABLE "activity" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"group_id" integer,
	"user_id" text,
	"user_name" text,
	"about" text NOT NULL,
	"detail" text,
	"subject" text,
	"subject_id" integer,
	CONSTRAINT "activity_kind" CHECK ("activity"."kind" in ('approved', 'edited', 'rejected', 'reopened', 'published', 'failed', 'unknown', 'rescheduled', 'cancelled', 'retried', 'cleared', 'settings', 'rotator', 'login'))
);
--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_by_group" ON "activity" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "activity_by_user" ON "activity" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_by_kind" ON "activity" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "activity_by_age" ON "activity" USING btree ("at");