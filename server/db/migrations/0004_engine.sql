CREATE TABLE "timetable_slots" (
	"name" text PRIMARY KEY NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD COLUMN "measure_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "scheduled_posts_to_measure" ON "scheduled_posts" USING btree ("account_id","measure_at") WHERE measure_at is not null;--> statement-breakpoint
CREATE INDEX "scheduled_posts_measure_due" ON "scheduled_posts" USING btree ("measure_at","account_id") WHERE measure_at is not null;--> statement-breakpoint
-- Earlier releases measured by one job for each post. All are measured once, and then at their times.
UPDATE "scheduled_posts" SET "measure_at" = now()
WHERE "status" = 'published' AND "external_id" IS NOT NULL AND "account_id" IS NOT NULL
	AND "published_at" > now() - interval '30 days';--> statement-breakpoint
-- A slot that passes during the upgrade is enqueued after it.
DO $$ BEGIN
	IF to_regclass('pgboss.schedule') IS NOT NULL THEN
		INSERT INTO "timetable_slots" ("name", "slot")
		SELECT "schedule"."name", greatest(
			"schedule"."created_on",
			(SELECT max("job"."created_on") FROM "pgboss"."job" AS "job" WHERE "job"."name" = "schedule"."name"),
			(SELECT max("old"."created_on") FROM "pgboss"."archive" AS "old" WHERE "old"."name" = "schedule"."name")
		)
		FROM "pgboss"."schedule" AS "schedule";
	END IF;
END $$;
