CREATE TABLE `totals` (
	`name` text PRIMARY KEY NOT NULL,
	`value` real NOT NULL,
	`computed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `modules_plain_check` ON `modules` (`serial`) WHERE length(check_hash) = 43;