CREATE TABLE `untold_unlinks` (
	`site_id` integer NOT NULL,
	`serial` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`site_id`, `serial`)
);
