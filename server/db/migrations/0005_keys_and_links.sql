CREATE TABLE "old_unsubscribe_links" (
	"subscriber_id" integer PRIMARY KEY NOT NULL,
	"group_id" integer NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_check" (
	"id" integer PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "old_unsubscribe_links" ADD CONSTRAINT "old_unsubscribe_links_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "old_unsubscribe_links_by_group" ON "old_unsubscribe_links" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
-- Links in mails that were sent have the subscriber's id, whose address is known now but not after a removal.
INSERT INTO "old_unsubscribe_links" ("subscriber_id", "group_id", "email")
SELECT "id", "group_id", "email" FROM "subscribers";--> statement-breakpoint
-- Subscribers who were removed earlier are known from the mails that they got.
INSERT INTO "old_unsubscribe_links" ("subscriber_id", "group_id", "email")
SELECT DISTINCT ON ("subscriber_id") "subscriber_id", "group_id", "recipient"
FROM (
	SELECT substring("origin" from '^newsletter:.*:([0-9]{1,9})$')::integer AS "subscriber_id",
		"group_id", "recipient", "id"
	FROM "mails"
) AS "sent"
WHERE "subscriber_id" IS NOT NULL
ORDER BY "subscriber_id", "id" DESC
ON CONFLICT DO NOTHING;
