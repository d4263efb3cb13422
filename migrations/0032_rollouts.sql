CREATE TABLE `rollout_sites` (
	`rollout_id` integer NOT NULL,
	`position` integer NOT NULL,
	`site_id` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`ref` text,
	`undo_ref` text,
	`begun_at` integer,
	`due` integer,
	`ended_at` integer,
	`is_open` integer NOT NULL,
	PRIMARY KEY(`rollout_id`, `position`),
	FOREIGN KEY (`rollout_id`) REFERENCES `rollouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rollout_sites_open` ON `rollout_sites` (`site_id`) WHERE is_open = 1;--> statement-breakpoint
CREATE INDEX `rollout_sites_state` ON `rollout_sites` (`rollout_id`,`state`,`position`);--> statement-breakpoint
CREATE INDEX `rollout_sites_site` ON `rollout_sites` (`site_id`);--> statement-breakpoint
CREATE TABLE `rollouts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` integer,
	`approver_id` integer,
	`task` text NOT NULL,
	`plan` text NOT NULL,
	`undoes` integer,
	`status` text NOT NULL,
	`wave` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`needs_approval` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`leased_until` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`approver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `rollouts_author` ON `rollouts` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `rollouts_due` ON `rollouts` (`leased_until`) WHERE ended_at is null;