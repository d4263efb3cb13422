CREATE TABLE `mail_failures` (
	`mail_id` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`detail` text,
	FOREIGN KEY (`mail_id`) REFERENCES `mails`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`by_id` integer,
	`act` text NOT NULL,
	`user_id` integer,
	`details` text NOT NULL,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_log_act` ON `audit_log` (`act`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_by` ON `audit_log` (`by_id`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`);--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`cron` text NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`succeeded_at` integer,
	`failures` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `operator_settings` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`feedback_mails` integer DEFAULT false NOT NULL,
	`announced_feedback` integer DEFAULT 0 NOT NULL,
	`mailed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `news` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `subscribers_confirmed` ON `subscribers` (`email`) WHERE confirmed_at is not null;--> statement-breakpoint
CREATE INDEX `subscribers_pending` ON `subscribers` (`email`) WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX `modules_claimed` ON `modules` (`serial`) WHERE site_id is not null;--> statement-breakpoint
CREATE INDEX `modules_unclaimed` ON `modules` (`serial`) WHERE site_id is null;--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (lower("name"),`id`);