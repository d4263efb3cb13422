CREATE TABLE `escalations` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`steps` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`log_id` integer NOT NULL,
	`level` text NOT NULL,
	`email_interval` integer NOT NULL,
	`is_offline` integer NOT NULL,
	`start_time` integer NOT NULL,
	`alarm` text NOT NULL,
	`summary` text,
	`created_at` integer NOT NULL,
	`held_until` integer,
	`next_at` integer,
	`repeat_at` integer,
	`repeats` integer DEFAULT 0 NOT NULL,
	`escalations` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_key` ON `notices` (`site_id`,`key`);--> statement-breakpoint
CREATE INDEX `notices_alarm` ON `notices` (`site_id`,`log_id`);--> statement-breakpoint
CREATE INDEX `notices_next` ON `notices` (`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `notices_created` ON `notices` (`created_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`notice_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`recipient` integer NOT NULL,
	`user_id` integer,
	`channel` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`ready_at` integer,
	`settled_at` integer,
	`outcome` text,
	`message_id` text,
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_recipient` ON `notifications` (`notice_id`,`channel`,`recipient`);--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`due_at`) WHERE settled_at is null and ready_at is null;--> statement-breakpoint
CREATE INDEX `notifications_open` ON `notifications` (`user_id`) WHERE settled_at is null and ready_at is null;--> statement-breakpoint
CREATE INDEX `notifications_ready` ON `notifications` (`channel`,`ready_at`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `notifications_sent` ON `notifications` (`user_id`,`site_id`,`settled_at`);--> statement-breakpoint
CREATE TABLE `site_notification_preferences` (
	`user_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`preferences` text NOT NULL,
	PRIMARY KEY(`user_id`, `site_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `site_notification_preferences_site` ON `site_notification_preferences` (`site_id`);--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`preferences` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
