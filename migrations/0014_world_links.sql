ALTER TABLE `share_sessions` ADD `of_world` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shares` ADD `world_token_hash` text;--> statement-breakpoint
ALTER TABLE `shares` ADD `sealed_world_token` text;--> statement-breakpoint
CREATE UNIQUE INDEX `shares_world_token_hash_unique` ON `shares` (`world_token_hash`);--> statement-breakpoint
-- Where the world was shown a link's own token, it has to be shown the site anew.
UPDATE `shares` SET `shows_in_world` = 0;
