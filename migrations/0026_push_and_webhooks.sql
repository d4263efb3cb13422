CREATE TABLE `push_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscription_id` integer NOT NULL,
	`cause` text NOT NULL,
	`values` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`taken_until` integer,
	`sent_at` integer,
	`failed_at` integer,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_deliveries_cause` ON `push_deliveries` (`subscription_id`,`cause`);--> statement-breakpoint
CREATE INDEX `push_deliveries_due` ON `push_deliveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`vapid_key` text NOT NULL,
	`session_id` text NOT NULL,
	`client` text,
	`created_at` integer NOT NULL,
	`last_sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`taken_until` integer,
	`attempted_at` integer,
	`status` integer,
	`fault` text,
	`delivered_at` integer,
	`failed_at` integer,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_key` ON `webhook_deliveries` (`webhook_id`,`key`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`due_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`url` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`sealed_previous` text,
	`previous_until` integer,
	`created_at` integer NOT NULL,
	`created_by` integer,
	`failing_since` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_site` ON `webhooks` (`site_id`);
--> statement-breakpoint
-- A browser gets no messages after a sign-out there, or after its session was ended from elsewhere. A session that only
-- expires, because the portal was not opened for 30 days, still gets alarms.
CREATE TRIGGER push_ends_with_session AFTER UPDATE OF ended_at ON sessions
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL AND old.last_used_at > new.ended_at - 2592000000 AND old.created_at > new.ended_at - 15552000000
BEGIN
	DELETE FROM push_subscriptions WHERE session_id = new.id;
END;
--> statement-breakpoint
-- A new password ends what older sessions have left behind.
CREATE TRIGGER push_ends_with_password AFTER UPDATE OF password_hash ON users
WHEN new.password_hash IS NOT old.password_hash
BEGIN
	DELETE FROM push_subscriptions WHERE user_id = new.id AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = push_subscriptions.session_id AND sessions.ended_at IS NULL);
END;
