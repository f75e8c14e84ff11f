CREATE TABLE "text_usage" (
	"day" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"texts" integer NOT NULL,
	"tokens_in" bigint DEFAULT 0 NOT NULL,
	"tokens_out" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "text_usage_counts" CHECK ("text_usage"."texts" >= 0 and "text_usage"."tokens_in" >= 0 and "text_usage"."tokens_out" >= 0)
);
