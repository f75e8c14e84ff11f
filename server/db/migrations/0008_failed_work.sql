CREATE TABLE "failed_work" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "failed_work_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"job" text NOT NULL,
	"data" jsonb NOT NULL,
	"singleton_key" text NOT NULL,
	"group_id" integer,
	"about" text NOT NULL,
	"cause" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "failed_work_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
ALTER TABLE "failed_work" ADD CONSTRAINT "failed_work_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_work_by_age" ON "failed_work" USING btree ("failed_at");