CREATE TABLE `transfers` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	`effective_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `transfers_effective` ON `transfers` (`effective_at`);--> statement-breakpoint
CREATE INDEX `transfers_from` ON `transfers` (`from_id`);--> statement-breakpoint
CREATE INDEX `transfers_to` ON `transfers` (`to_id`);--> statement-breakpoint
ALTER TABLE `modules` ADD `released_by` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `modules` ADD `released_hash` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `browser` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `client` text;--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `session_client` text;--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `session_created_at` integer;--> statement-breakpoint
CREATE INDEX `access_tokens_session` ON `access_tokens` (`session_id`);