CREATE TABLE `firmware_releases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vendor` text NOT NULL,
	`family` text NOT NULL,
	`type_code` text NOT NULL,
	`component` text NOT NULL,
	`version` text NOT NULL,
	`sequence` integer NOT NULL,
	`sha256` text NOT NULL,
	`manifest` text NOT NULL,
	`signature` text NOT NULL,
	`key_id` text NOT NULL,
	`published_at` integer NOT NULL,
	`revoked_at` integer,
	`verified_file` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `firmware_releases_sequence` ON `firmware_releases` (`vendor`,`family`,`type_code`,`component`,`sequence`);--> statement-breakpoint
CREATE INDEX `firmware_releases_type` ON `firmware_releases` (`type_code`,`component`,`sequence`);--> statement-breakpoint
CREATE INDEX `firmware_releases_file` ON `firmware_releases` (`sha256`);--> statement-breakpoint
CREATE TABLE `firmware_revoked_keys` (
	`key_id` text PRIMARY KEY NOT NULL,
	`revoked_at` integer NOT NULL
);
