CREATE TABLE `journal_heads` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `journal_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text DEFAULT (lower(hex(randomblob(12)))) NOT NULL,
	`site_id` integer NOT NULL,
	`at` integer NOT NULL,
	`what` text NOT NULL,
	`by_id` integer,
	`user_id` integer,
	`details` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `journal_outbox_site` ON `journal_outbox` (`site_id`,`id`);--> statement-breakpoint
-- Every change of access is recorded in the journal, by the statement that logs it.
CREATE TRIGGER membership_changes_journaled AFTER INSERT ON membership_changes BEGIN
  insert into journal_outbox (site_id, at, what, by_id, user_id, details)
    values (new.site_id, new.at, 'access.' || new.kind, new.by_id, new.user_id, json_object(
      'fromRole', new.old_role, 'toRole', new.new_role, 'fromEnd', new.old_ends_at, 'toEnd', new.new_ends_at));
END;
--> statement-breakpoint
CREATE TRIGGER retention_changes_journaled AFTER INSERT ON retention_changes BEGIN
  insert into journal_outbox (site_id, at, what, by_id, user_id, details)
    values (new.site_id, new.at, 'site.retentionChanged', new.by_id, null, json_object(
      'from', new.old_years, 'to', new.new_years));
END;
