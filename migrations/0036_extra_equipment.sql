CREATE TABLE `extra_equipment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`type_code` text NOT NULL,
	`name` text NOT NULL,
	`manufacturer` text,
	`model` text,
	`serial` text,
	`quantity` integer NOT NULL,
	`installed_on` text,
	`note` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `extra_equipment_site` ON `extra_equipment` (`site_id`);