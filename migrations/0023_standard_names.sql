-- Renames tables, columns and indexes to the terms of docs/glossary.md, before the first release. This is the single
-- exception to the rule that a release only adds to the schema (docs/decisions/0081). SQLite rewrites the triggers,
-- partial indexes and foreign keys that mention a renamed table or column; an index can only be dropped and created.
ALTER TABLE `tries` RENAME TO `rate_limit_attempts`;--> statement-breakpoint
DROP INDEX `tries_subject`;--> statement-breakpoint
DROP INDEX `tries_at`;--> statement-breakpoint
CREATE INDEX `rate_limit_attempts_subject` ON `rate_limit_attempts` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `rate_limit_attempts_at` ON `rate_limit_attempts` (`at`);--> statement-breakpoint
ALTER TABLE `codes` RENAME COLUMN `tries` TO `wrong_attempts`;--> statement-breakpoint
ALTER TABLE `right_changes` RENAME TO `membership_changes`;--> statement-breakpoint
ALTER TABLE `membership_changes` RENAME COLUMN `person_id` TO `user_id`;--> statement-breakpoint
DROP INDEX `right_changes_site`;--> statement-breakpoint
DROP INDEX `right_changes_email`;--> statement-breakpoint
CREATE INDEX `membership_changes_site` ON `membership_changes` (`site_id`,`at`);--> statement-breakpoint
CREATE INDEX `membership_changes_email` ON `membership_changes` (`email`) WHERE email is not null;--> statement-breakpoint
ALTER TABLE `untold_ends` RENAME TO `pending_revocations`;--> statement-breakpoint
ALTER TABLE `pending_revocations` RENAME COLUMN `rights_version` TO `access_version`;--> statement-breakpoint
ALTER TABLE `untold_unlinks` RENAME TO `pending_unlinks`;--> statement-breakpoint
ALTER TABLE `users` RENAME COLUMN `rights_version` TO `access_version`;--> statement-breakpoint
ALTER TABLE `sites` RENAME COLUMN `figures_at` TO `metrics_at`;--> statement-breakpoint
ALTER TABLE `shares` RENAME COLUMN `shows_in_world` TO `is_public`;--> statement-breakpoint
ALTER TABLE `shares` RENAME COLUMN `world_token_hash` TO `public_token_hash`;--> statement-breakpoint
ALTER TABLE `shares` RENAME COLUMN `sealed_world_token` TO `sealed_public_token`;--> statement-breakpoint
ALTER TABLE `share_sessions` RENAME COLUMN `of_world` TO `is_public`;--> statement-breakpoint
DROP INDEX `shares_in_world`;--> statement-breakpoint
DROP INDEX `shares_world_token_hash_unique`;--> statement-breakpoint
CREATE INDEX `shares_public` ON `shares` (`id`) WHERE is_public = 1 and password_hash is null;--> statement-breakpoint
CREATE UNIQUE INDEX `shares_public_token_hash_unique` ON `shares` (`public_token_hash`);
