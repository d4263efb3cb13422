CREATE TABLE `platform_rules` (
	`version` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`by_id` integer,
	`rules` text NOT NULL,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `site_alarms` (
	`site_id` integer NOT NULL,
	`log_id` integer NOT NULL,
	`sequence` integer NOT NULL,
	`key` text NOT NULL,
	`episode` integer NOT NULL,
	`address` text,
	`device_name` text NOT NULL,
	`source` text NOT NULL,
	`rule_id` integer,
	`event_no` integer,
	`level` text NOT NULL,
	`cause` text NOT NULL,
	`start_time` integer NOT NULL,
	`date_time` integer NOT NULL,
	`end_time` integer,
	`value` text,
	`limit_value` real,
	`unit` text,
	`reason` text,
	`is_retroactive` integer NOT NULL,
	`inhibited_by` text,
	`flaps` integer NOT NULL,
	`acknowledged_by_id` integer,
	`acknowledged_at` integer,
	`snoozed_until` integer,
	PRIMARY KEY(`site_id`, `log_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `site_alarms_open` ON `site_alarms` (`site_id`) WHERE end_time is null;--> statement-breakpoint
CREATE INDEX `site_alarms_ended` ON `site_alarms` (`end_time`) WHERE end_time is not null;--> statement-breakpoint
ALTER TABLE `sites` ADD `platform_rules_version` integer DEFAULT 0 NOT NULL;