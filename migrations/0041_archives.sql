CREATE TABLE `archive_parts` (
	`task_id` integer NOT NULL,
	`number` integer NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`task_id`, `number`),
	FOREIGN KEY (`task_id`) REFERENCES `archive_tasks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `archive_tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text,
	`site_id` integer,
	`name` text NOT NULL,
	`phase` text NOT NULL,
	`created_at` integer NOT NULL,
	`file_key` text NOT NULL,
	`upload_id` text,
	`state_key` text,
	`progress` integer DEFAULT 0 NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`leased_until` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	`downloaded_at` integer,
	`failure` text,
	`failure_file` text,
	`failure_row` integer,
	`differences` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `archive_tasks_owner` ON `archive_tasks` (`owner_id`);--> statement-breakpoint
CREATE INDEX `archive_tasks_finished` ON `archive_tasks` (`finished_at`);--> statement-breakpoint
CREATE INDEX `archive_tasks_unfinished` ON `archive_tasks` (`leased_until`) WHERE finished_at is null;