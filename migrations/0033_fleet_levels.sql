ALTER TABLE `sites` ADD `firmware` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `solar_today` real;--> statement-breakpoint
ALTER TABLE `sites` ADD `solar_day` integer;