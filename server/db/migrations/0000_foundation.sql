CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"platform_type" text NOT NULL,
	"platform_username" text,
	"credentials" text,
	"is_active" boolean NOT NULL,
	"last_known_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"name" text NOT NULL,
	"category_type" text NOT NULL,
	"image_posts_per_day" integer NOT NULL,
	"video_posts_per_day" integer NOT NULL,
	"text_posts_per_day" integer NOT NULL,
	"daily_generation_active" boolean DEFAULT true NOT NULL,
	"category_prompt" text,
	"auto_approve_content_types" jsonb DEFAULT '{"text":false,"image":false,"video":false}'::jsonb NOT NULL,
	"use_ai_mascot" boolean DEFAULT false NOT NULL,
	"shopify_sales_channel" text,
	"shopify_product_tag" text,
	"enabled_platforms" jsonb,
	"reddit_settings" jsonb,
	"last_meme_template_index" integer DEFAULT 0 NOT NULL,
	"last_product_index" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category_id" integer NOT NULL,
	"text_content" text NOT NULL,
	"title" text,
	"reddit_title" text,
	"reddit_body" text,
	"image_url" text,
	"image_prompt" text,
	"video_url" text,
	"thumbnail_url" text,
	"media_type" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text,
	"logo_url" text,
	"focus_media_type" text DEFAULT 'image' NOT NULL,
	"ai_mascot_image_path" text,
	"ai_mascot_description" text,
	"proxy_server" text,
	"proxy_username" text,
	"proxy_password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "metrics_snapshots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "metrics_snapshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" integer NOT NULL,
	"snapshot_time" timestamp (3) with time zone NOT NULL,
	"raw_data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "queue_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category_id" integer NOT NULL,
	"content_item_id" integer,
	"status" text NOT NULL,
	"text_content" text NOT NULL,
	"title" text,
	"reddit_title" text,
	"reddit_body" text,
	"image_url" text,
	"image_prompt" text,
	"video_url" text,
	"thumbnail_url" text,
	"media_type" text,
	"origin" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "queue_items_origin_unique" UNIQUE("origin")
);
--> statement-breakpoint
CREATE TABLE "scheduled_posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"queue_item_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"account_id" integer,
	"platform_type" text NOT NULL,
	"platform_username" text,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"retry_count" integer DEFAULT 0 NOT NULL,
	"error" text,
	"external_id" text,
	"published_post_url" text,
	"measurements" integer DEFAULT 0 NOT NULL,
	"measured_at" timestamp (3) with time zone,
	"impressions" bigint,
	"video_views" bigint,
	"likes" bigint,
	"comments" bigint,
	"shares" bigint,
	"engagement_rate" double precision
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metrics_snapshots" ADD CONSTRAINT "metrics_snapshots_post_id_scheduled_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."scheduled_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_items" ADD CONSTRAINT "queue_items_content_item_id_content_items_id_fk" FOREIGN KEY ("content_item_id") REFERENCES "public"."content_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_queue_item_id_queue_items_id_fk" FOREIGN KEY ("queue_item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_posts" ADD CONSTRAINT "scheduled_posts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_once_per_group" ON "accounts" USING btree ("group_id","platform_type",lower("platform_username"));--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_once_per_group" ON "categories" USING btree ("group_id",lower("name"));--> statement-breakpoint
CREATE INDEX "content_items_by_category" ON "content_items" USING btree ("category_id","is_active","id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name_once" ON "groups" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "metrics_snapshots_by_post" ON "metrics_snapshots" USING btree ("post_id","snapshot_time","id");--> statement-breakpoint
CREATE INDEX "queue_items_by_status" ON "queue_items" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "queue_items_by_category" ON "queue_items" USING btree ("category_id","status","id");--> statement-breakpoint
CREATE INDEX "queue_items_by_content_item" ON "queue_items" USING btree ("content_item_id");--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_status" ON "scheduled_posts" USING btree ("status","publish_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_posts_published" ON "scheduled_posts" USING btree ("published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "scheduled_posts_published_of_group" ON "scheduled_posts" USING btree ("group_id","published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_category" ON "scheduled_posts" USING btree ("category_id",coalesce("published_at", "publish_at"));--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_account" ON "scheduled_posts" USING btree ("account_id","status","publish_at");--> statement-breakpoint
CREATE INDEX "scheduled_posts_by_queue_item" ON "scheduled_posts" USING btree ("queue_item_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");