CREATE TABLE `subscriber_links` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`email`) REFERENCES `subscribers`(`email`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_links_email` ON `subscriber_links` (`email`,`created_at`);--> statement-breakpoint
ALTER TABLE `subscribers` ADD `confirmed_at` integer;