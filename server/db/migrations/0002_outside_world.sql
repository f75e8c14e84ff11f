CREATE TABLE "integrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"platform" text NOT NULL,
	"store_name" text NOT NULL,
	"credentials" text NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"last_known_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"subscriber_id" integer,
	"origin" text NOT NULL,
	"recipient" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_origin_unique" UNIQUE("origin")
);
--> statement-breakpoint
CREATE TABLE "newsletter_settings" (
	"group_id" integer PRIMARY KEY NOT NULL,
	"is_active" boolean NOT NULL,
	"integration_id" integer,
	"sender_email" text,
	"subject_template" text NOT NULL,
	"mjml_template" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"integration_id" integer,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"started_by" text,
	"status" text NOT NULL,
	"worker" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"active_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sale_runs_origin_unique" UNIQUE("origin")
);
--> statement-breakpoint
CREATE TABLE "sale_settings" (
	"group_id" integer PRIMARY KEY NOT NULL,
	"is_active" boolean NOT NULL,
	"rotator_count" integer NOT NULL,
	"rotator_no_change_count" integer NOT NULL,
	"print_count" integer NOT NULL,
	"cooldown_days" integer NOT NULL,
	"rotator_discount_percent" integer NOT NULL,
	"print_discount_percent" integer NOT NULL,
	"sale_tag" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale_steps" (
	"run_id" integer NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"product_name" text NOT NULL,
	"action" text NOT NULL,
	"status" text NOT NULL,
	"original_price" double precision NOT NULL,
	"original_compare_at_price" double precision,
	"new_price" double precision NOT NULL,
	"compare_at_price" double precision,
	"tags_to_add" jsonb NOT NULL,
	"tags_to_remove" jsonb NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "sale_steps_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "sandbox_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"unsubscribe_url" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_products" (
	"store" text NOT NULL,
	"product_id" text NOT NULL,
	"title" text NOT NULL,
	"price" double precision NOT NULL,
	"compare_at_price" double precision,
	"image_url" text NOT NULL,
	"tags" jsonb NOT NULL,
	"units_sold" integer NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sandbox_products_store_product_id_pk" PRIMARY KEY("store","product_id")
);
--> statement-breakpoint
CREATE TABLE "shop_products" (
	"integration_id" integer NOT NULL,
	"product_id" text NOT NULL,
	"title" text NOT NULL,
	"price" double precision NOT NULL,
	"compare_at_price" double precision,
	"image_url" text,
	"product_url" text,
	"tags" jsonb NOT NULL,
	"units_sold" integer NOT NULL,
	CONSTRAINT "shop_products_integration_id_product_id_pk" PRIMARY KEY("integration_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscribers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queue_items" ALTER COLUMN "category_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ALTER COLUMN "category_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_settings" ADD CONSTRAINT "newsletter_settings_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_settings" ADD CONSTRAINT "newsletter_settings_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_runs" ADD CONSTRAINT "sale_runs_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_runs" ADD CONSTRAINT "sale_runs_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_settings" ADD CONSTRAINT "sale_settings_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_steps" ADD CONSTRAINT "sale_steps_run_id_sale_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sale_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_products" ADD CONSTRAINT "shop_products_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_once_per_group" ON "integrations" USING btree ("group_id","platform",lower("store_name"));--> statement-breakpoint
CREATE INDEX "mails_by_status" ON "mails" USING btree ("status");--> statement-breakpoint
CREATE INDEX "mails_by_subscriber" ON "mails" USING btree ("subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_runs_one_at_a_time" ON "sale_runs" USING btree ("group_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "sale_runs_by_group" ON "sale_runs" USING btree ("group_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_steps_once_per_run" ON "sale_steps" USING btree ("run_id","product_id");--> statement-breakpoint
CREATE INDEX "sale_steps_by_product" ON "sale_steps" USING btree ("product_id","done_at");--> statement-breakpoint
CREATE INDEX "shop_products_by_sales" ON "shop_products" USING btree ("integration_id","units_sold");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_once_per_group" ON "subscribers" USING btree ("group_id",lower("email"));--> statement-breakpoint
CREATE INDEX "subscribers_by_group" ON "subscribers" USING btree ("group_id","id");