CREATE TABLE `news` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`published_at` integer NOT NULL,
	`until` integer,
	`attention` integer DEFAULT false NOT NULL,
	`texts` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `news_published` ON `news` (`published_at`,`until`);--> statement-breakpoint
CREATE TABLE `news_reads` (
	`user_id` integer NOT NULL,
	`news_id` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `news_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`news_id`) REFERENCES `news`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `news_reads_news` ON `news_reads` (`news_id`);