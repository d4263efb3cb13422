CREATE TABLE `chart_selections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`name` text NOT NULL,
	`addresses` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`,`site_id`) REFERENCES `memberships`(`user_id`,`site_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chart_selections_name` ON `chart_selections` (`user_id`,`site_id`,`name`);