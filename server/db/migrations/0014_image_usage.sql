CREATE TABLE "image_usage" (
	"day" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"images" integer NOT NULL,
	CONSTRAINT "image_usage_counts" CHECK ("image_usage"."images" >= 0)
);
