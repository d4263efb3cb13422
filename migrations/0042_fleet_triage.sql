ALTER TABLE `sites` ADD `solar_peak` real;--> statement-breakpoint
ALTER TABLE `sites` ADD `solar_week` real;--> statement-breakpoint
ALTER TABLE `sites` ADD `solar_week_days` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `solar_curve` text;--> statement-breakpoint
-- A site without any connection has a filter of its own in the kept lists (database/site-list/kept-list.ts), which read it again.
UPDATE sites SET list_version = max((SELECT max(list_version) FROM sites), coalesce((SELECT max(version) FROM kept_lists), 0)) + 1 WHERE status = 'offline' AND since IS NULL;
--> statement-breakpoint
DROP TRIGGER sites_list_version;
--> statement-breakpoint
CREATE TRIGGER sites_list_version AFTER UPDATE OF sort_name, words, tags, country, created_at, deleted_at, status, status_since, since ON sites WHEN old.sort_name is not new.sort_name or old.words is not new.words or old.tags is not new.tags or old.country is not new.country or old.created_at is not new.created_at or old.deleted_at is not new.deleted_at or old.status is not new.status or old.status_since is not new.status_since or (old.since is null) is not (new.since is null) BEGIN UPDATE sites SET list_version = max((SELECT max(list_version) FROM sites), coalesce((SELECT max(version) FROM kept_lists), 0)) + 1 WHERE id = new.id; END;
