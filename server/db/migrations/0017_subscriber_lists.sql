CREATE TABLE "subscriber_lists" (
	"group_id" integer PRIMARY KEY NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriber_lists" ADD CONSTRAINT "subscriber_lists_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The rows are taken in the order of their groups: two statements that change the lists of several
-- groups would wait for each other otherwise. A group that is being removed gets no row.
CREATE FUNCTION "change_subscriber_lists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO subscriber_lists (group_id)
		SELECT id FROM groups WHERE id IN (SELECT group_id FROM changed) ORDER BY id
		ON CONFLICT (group_id) DO UPDATE SET revision = gen_random_uuid();
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "subscribers_added" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "change_subscriber_lists"();--> statement-breakpoint
CREATE TRIGGER "subscribers_changed" AFTER UPDATE ON "subscribers" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "change_subscriber_lists"();--> statement-breakpoint
CREATE TRIGGER "subscribers_removed" AFTER DELETE ON "subscribers" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "change_subscriber_lists"();--> statement-breakpoint
-- After the triggers: a running server of the last release may be adding the first subscriber of a group.
INSERT INTO "subscriber_lists" ("group_id") SELECT DISTINCT "group_id" FROM "subscribers" ON CONFLICT DO NOTHING;