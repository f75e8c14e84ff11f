ALTER TABLE "integrations" ADD COLUMN "sync" jsonb;--> statement-breakpoint
ALTER TABLE "shop_products" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "shop_products" ADD COLUMN "synced_at" timestamp (3) with time zone;