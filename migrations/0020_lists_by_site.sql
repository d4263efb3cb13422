-- What a site is listed by lives once, at the site: a rename or another status costs the same whatever the number of its
-- members and tags. `sites.list_version` grows with every such change. Only the list of a user with many sites is kept
-- (database/kept-list.ts), and it is brought up to date when that user reads it. See docs/decisions/0079.
-- The release before reads site_list, site_ranks, site_counts and site_words. They stay, empty, until a later migration
-- drops them: with old rows, a program that was rolled back would list sites to users who have lost their access.
DROP TRIGGER memberships_listed;
--> statement-breakpoint
DROP TRIGGER memberships_unlisted;
--> statement-breakpoint
DROP TRIGGER memberships_listed_anew;
--> statement-breakpoint
DROP TRIGGER sites_unlisted;
--> statement-breakpoint
DROP TRIGGER sites_listed_anew;
--> statement-breakpoint
DROP TRIGGER sites_status_listed;
--> statement-breakpoint
DROP TRIGGER site_list_counts_up;
--> statement-breakpoint
DROP TRIGGER site_list_counts_down;
--> statement-breakpoint
DELETE FROM site_list;
--> statement-breakpoint
DELETE FROM site_ranks;
--> statement-breakpoint
DELETE FROM site_counts;
--> statement-breakpoint
DELETE FROM site_words;
--> statement-breakpoint
ALTER TABLE sites ADD COLUMN list_version integer NOT NULL DEFAULT 0;
--> statement-breakpoint
CREATE INDEX sites_list_version ON sites (list_version);
--> statement-breakpoint
-- The users whose lists are kept, and the version of the sites that each list has seen.
CREATE TABLE kept_lists (
	user_id integer PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	version integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX kept_lists_version ON kept_lists (version);
--> statement-breakpoint
-- Memberships of those users that have changed since.
CREATE TABLE kept_list_changes (
	user_id integer NOT NULL REFERENCES kept_lists (user_id) ON DELETE CASCADE,
	site_id integer NOT NULL,
	PRIMARY KEY (user_id, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
-- What each kept list has of each site: what must leave the tables below when the site has changed.
CREATE TABLE kept_sites (
	user_id integer NOT NULL REFERENCES kept_lists (user_id) ON DELETE CASCADE,
	site_id integer NOT NULL,
	sort_name text NOT NULL,
	created_at integer NOT NULL,
	status text NOT NULL,
	rank integer NOT NULL,
	since integer NOT NULL,
	country text NOT NULL,
	tags text NOT NULL,
	words text NOT NULL,
	role integer NOT NULL,
	ends_at integer,
	PRIMARY KEY (user_id, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
-- `facet` is one filter ('all', 'status:fault', 'country:DE', 'tag:barn'): each filter in each order is one range of an
-- index.
CREATE TABLE kept_facets (
	user_id integer NOT NULL REFERENCES kept_lists (user_id) ON DELETE CASCADE,
	facet text NOT NULL,
	sort_name text NOT NULL,
	site_id integer NOT NULL,
	created_at integer NOT NULL,
	role integer NOT NULL,
	ends_at integer,
	PRIMARY KEY (user_id, facet, sort_name, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX kept_facets_created ON kept_facets (user_id, facet, created_at, site_id, role, ends_at);
--> statement-breakpoint
-- The facets except those of the status, worst first.
CREATE TABLE kept_ranks (
	user_id integer NOT NULL REFERENCES kept_lists (user_id) ON DELETE CASCADE,
	facet text NOT NULL,
	rank integer NOT NULL,
	since integer NOT NULL,
	site_id integer NOT NULL,
	role integer NOT NULL,
	ends_at integer,
	PRIMARY KEY (user_id, facet, rank, since, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
-- The number of sites of each facet.
CREATE TABLE kept_counts (
	user_id integer NOT NULL REFERENCES kept_lists (user_id) ON DELETE CASCADE,
	facet text NOT NULL,
	sites integer NOT NULL,
	PRIMARY KEY (user_id, facet)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE kept_words (
	user_id integer NOT NULL REFERENCES kept_lists (user_id) ON DELETE CASCADE,
	word text NOT NULL,
	site_id integer NOT NULL,
	PRIMARY KEY (user_id, word, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
-- The version is global, and greater than any that a list has seen: also where the site that had the greatest is gone.
CREATE TRIGGER sites_list_version AFTER UPDATE OF sort_name, words, tags, country, created_at, deleted_at, status, status_since ON sites WHEN old.sort_name is not new.sort_name or old.words is not new.words or old.tags is not new.tags or old.country is not new.country or old.created_at is not new.created_at or old.deleted_at is not new.deleted_at or old.status is not new.status or old.status_since is not new.status_since BEGIN UPDATE sites SET list_version = max((SELECT max(list_version) FROM sites), coalesce((SELECT max(version) FROM kept_lists), 0)) + 1 WHERE id = new.id; END;
--> statement-breakpoint
CREATE TRIGGER memberships_list_added AFTER INSERT ON memberships WHEN exists (SELECT 1 FROM kept_lists WHERE user_id = new.user_id) BEGIN INSERT INTO kept_list_changes (user_id, site_id) SELECT new.user_id, new.site_id WHERE NOT exists (SELECT 1 FROM kept_list_changes WHERE user_id = new.user_id AND site_id = new.site_id); END;
--> statement-breakpoint
CREATE TRIGGER memberships_list_removed AFTER DELETE ON memberships WHEN exists (SELECT 1 FROM kept_lists WHERE user_id = old.user_id) BEGIN INSERT INTO kept_list_changes (user_id, site_id) SELECT old.user_id, old.site_id WHERE NOT exists (SELECT 1 FROM kept_list_changes WHERE user_id = old.user_id AND site_id = old.site_id); END;
--> statement-breakpoint
-- A membership keeps its user and its site.
CREATE TRIGGER memberships_list_changed AFTER UPDATE OF role, ends_at ON memberships WHEN (old.role is not new.role or old.ends_at is not new.ends_at) and exists (SELECT 1 FROM kept_lists WHERE user_id = new.user_id) BEGIN INSERT INTO kept_list_changes (user_id, site_id) SELECT new.user_id, new.site_id WHERE NOT exists (SELECT 1 FROM kept_list_changes WHERE user_id = new.user_id AND site_id = new.site_id); END;
