CREATE TABLE "sale_originals" (
	"store" text NOT NULL,
	"variant_id" text NOT NULL,
	"product_id" text NOT NULL,
	"price" numeric NOT NULL,
	"compare_at_price" numeric,
	"sale_price" numeric NOT NULL,
	"sale_compare_at_price" numeric,
	"sale_tag" text NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sale_originals_store_variant_id_pk" PRIMARY KEY("store","variant_id")
);
--> statement-breakpoint
ALTER TABLE "sale_runs" DROP CONSTRAINT "sale_runs_kind";--> statement-breakpoint
ALTER TABLE "sale_steps" ADD COLUMN "variants" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "sale_steps" SET "variants" = jsonb_build_array(jsonb_build_object(
	'id', "product_id",
	'title', 'Default Title',
	'before', jsonb_build_object('price', "original_price", 'compareAtPrice', "original_compare_at_price"),
	'after', jsonb_build_object('price', "new_price", 'compareAtPrice', "compare_at_price")
));--> statement-breakpoint
ALTER TABLE "shop_products" ADD COLUMN "variants" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "sale_originals_by_product" ON "sale_originals" USING btree ("store","product_id");--> statement-breakpoint
ALTER TABLE "sale_runs" ADD CONSTRAINT "sale_runs_kind" CHECK ("sale_runs"."kind" in ('live', 'confirmed', 'scheduled', 'restore'));