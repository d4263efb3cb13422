CREATE TABLE `applications` (
	`site_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`site_id`, `user_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `applications_user` ON `applications` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`email` text NOT NULL,
	`invited_as` text NOT NULL,
	`role` integer NOT NULL,
	`ends_at` integer,
	`invited_by` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email` ON `invitations` (`site_id`,`email`,`invited_as`);--> statement-breakpoint
CREATE INDEX `invitations_of` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_expire` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `right_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`by_id` integer,
	`person_id` integer,
	`email` text,
	`old_role` integer NOT NULL,
	`new_role` integer NOT NULL,
	`old_ends_at` integer,
	`new_ends_at` integer,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `right_changes_site` ON `right_changes` (`site_id`,`at`);--> statement-breakpoint
CREATE TABLE `tries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tries_subject` ON `tries` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `tries_at` ON `tries` (`at`);--> statement-breakpoint
CREATE TABLE `untold_ends` (
	`site_id` integer NOT NULL,
	`person` integer NOT NULL,
	`rights_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`site_id`, `person`)
);
--> statement-breakpoint
CREATE TABLE `share_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_sessions_share` ON `share_sessions` (`share_id`);--> statement-breakpoint
CREATE INDEX `share_sessions_expire` ON `share_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`sealed_token` text NOT NULL,
	`password_hash` text,
	`hides_location` integer DEFAULT false NOT NULL,
	`shows_in_world` integer DEFAULT false NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_site_id_unique` ON `shares` (`site_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token_hash_unique` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE TABLE `gallery_images` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`file` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gallery_images_file_unique` ON `gallery_images` (`file`);--> statement-breakpoint
CREATE INDEX `gallery_images_site` ON `gallery_images` (`site_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `site_configs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`option` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `site_configs_option` ON `site_configs` (`site_id`,`option`);--> statement-breakpoint
PRAGMA defer_foreign_keys=ON;--> statement-breakpoint
CREATE TABLE `__new_files` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer,
	`site_id` integer,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	`attached_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_files`("key", "kind", "owner_id", "site_id", "content_type", "size", "created_at", "attached_at") SELECT "key", "kind", "owner_id", NULL, "content_type", "size", "created_at", "attached_at" FROM `files`;--> statement-breakpoint
DROP TABLE `files`;--> statement-breakpoint
ALTER TABLE `__new_files` RENAME TO `files`;--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner_id`);--> statement-breakpoint
CREATE INDEX `files_site` ON `files` (`site_id`);--> statement-breakpoint
CREATE INDEX `files_created` ON `files` (`created_at`);--> statement-breakpoint
ALTER TABLE `memberships` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `memberships` ADD `receives_alarms` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_ends` ON `memberships` (`ends_at`);--> statement-breakpoint
ALTER TABLE `modules` ADD `released` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `sort_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `country` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `electricity_price` real;--> statement-breakpoint
ALTER TABLE `sites` ADD `feed_in_price` real;--> statement-breakpoint
ALTER TABLE `sites` ADD `price_unit` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `reduce_scale` real DEFAULT 0.997 NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `geofence` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `banner` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `dealer_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `sites` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `status_since` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `solar_energy` real;--> statement-breakpoint
ALTER TABLE `sites` ADD `gps_latitude` real;--> statement-breakpoint
ALTER TABLE `sites` ADD `gps_longitude` real;--> statement-breakpoint
CREATE INDEX `sites_dealer` ON `sites` (`dealer_id`);--> statement-breakpoint
CREATE INDEX `sites_deleted` ON `sites` (`deleted_at`);--> statement-breakpoint
-- What follows from names is made by the portal from now on; these were there before.
UPDATE `sites` SET `sort_name` = lower(`name`), `status_since` = `since`, `words` = '["' || replace(replace(replace(lower(`name`), '\', ''), '"', ''), ' ', '","') || '"]';