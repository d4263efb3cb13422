CREATE TABLE `login_failures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_failures_subject` ON `login_failures` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `login_failures_at` ON `login_failures` (`at`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`role` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `site_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "memberships_role" CHECK("memberships"."role" in (1, 2, 3))
);
--> statement-breakpoint
CREATE INDEX `memberships_site` ON `memberships` (`site_id`);--> statement-breakpoint
CREATE TABLE `modules` (
	`serial` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`check_hash` text,
	`site_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `modules_site_id_unique` ON `modules` (`site_id`);--> statement-breakpoint
CREATE TABLE `session_sites` (
	`session_id` text NOT NULL,
	`site_id` integer NOT NULL,
	`ticket_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `site_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_last_used` ON `sessions` (`last_used_at`);--> statement-breakpoint
CREATE INDEX `sessions_ended` ON `sessions` (`ended_at`);--> statement-breakpoint
CREATE TABLE `sites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`creator_id` integer NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`latitude` real,
	`longitude` real,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`system_type` text,
	`system_code` integer,
	`online` integer DEFAULT false NOT NULL,
	`since` integer,
	`status` text DEFAULT 'offline' NOT NULL,
	`alarm` text DEFAULT 'none' NOT NULL,
	`last_connection_at` integer,
	`last_disconnection_at` integer,
	`status_sequence` integer DEFAULT 0 NOT NULL,
	`solar` real,
	`battery_soc` real,
	`grid` real,
	`load` real,
	`figures_at` integer,
	`figures_sequence` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sites_creator` ON `sites` (`creator_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`type` integer DEFAULT 1 NOT NULL,
	`rule` integer DEFAULT 0 NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`header` text,
	`rights_version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_account_unique` ON `users` (`account`);