CREATE TABLE `irradiance_areas` (
	`area` text PRIMARY KEY NOT NULL,
	`asked_at` integer NOT NULL,
	`answered_at` integer,
	`body` text
);
--> statement-breakpoint
CREATE INDEX `irradiance_areas_asked` ON `irradiance_areas` (`asked_at`);