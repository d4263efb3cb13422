CREATE TABLE `export_tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`kind` text NOT NULL,
	`format` text NOT NULL,
	`interval` text NOT NULL,
	`addresses` text NOT NULL,
	`layout` text NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`language` text NOT NULL,
	`created_at` integer NOT NULL,
	`file_key` text NOT NULL,
	`upload_id` text,
	`state_key` text,
	`cursor` integer NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`leased_until` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	`downloaded_at` integer,
	`failure` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `export_tasks_owner` ON `export_tasks` (`owner_id`,`site_id`);--> statement-breakpoint
CREATE INDEX `export_tasks_site` ON `export_tasks` (`site_id`);--> statement-breakpoint
CREATE INDEX `export_tasks_finished` ON `export_tasks` (`finished_at`);--> statement-breakpoint
CREATE INDEX `export_tasks_unfinished` ON `export_tasks` (`leased_until`) WHERE finished_at is null;