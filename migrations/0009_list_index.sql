-- The list of each person's sites, as it is filtered and ordered, kept by the database itself: whatever writes a site or
-- a membership changes it in the same transaction. `facet` is one filter ('all', 'status:fault', 'country:DE',
-- 'tag:barn'), so that each filter in each order is one stretch of an index. Read by database/site-list.ts.
CREATE TABLE site_list (
	user_id integer NOT NULL,
	facet text NOT NULL,
	sort_name text NOT NULL,
	site_id integer NOT NULL,
	created_at integer NOT NULL,
	-- Since when the status is what it is; of the status facets alone.
	since integer,
	role integer NOT NULL,
	ends_at integer,
	PRIMARY KEY (user_id, facet, sort_name, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX site_list_created ON site_list (user_id, facet, created_at, site_id, role, ends_at);
--> statement-breakpoint
CREATE INDEX site_list_since ON site_list (user_id, facet, since, site_id, role, ends_at) WHERE since IS NOT NULL;
--> statement-breakpoint
-- How many sites each stretch has.
CREATE TABLE site_counts (
	user_id integer NOT NULL,
	facet text NOT NULL,
	sites integer NOT NULL,
	PRIMARY KEY (user_id, facet)
) WITHOUT ROWID;
--> statement-breakpoint
-- The words that each person's sites are found by.
CREATE TABLE site_words (
	user_id integer NOT NULL,
	word text NOT NULL,
	site_id integer NOT NULL,
	PRIMARY KEY (user_id, word, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER site_list_counts_up AFTER INSERT ON site_list BEGIN
  insert into site_counts (user_id, facet, sites) values (new.user_id, new.facet, 1)
    on conflict (user_id, facet) do update set sites = sites + 1;
END;
--> statement-breakpoint
CREATE TRIGGER site_list_counts_down AFTER DELETE ON site_list BEGIN
  update site_counts set sites = sites - 1 where user_id = old.user_id and facet = old.facet;
  delete from site_counts where user_id = old.user_id and facet = old.facet and sites < 1;
END;
--> statement-breakpoint
-- A membership comes, changes or goes.
CREATE TRIGGER memberships_listed AFTER INSERT ON memberships BEGIN
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'all', s.sort_name, s.id, s.created_at, null, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'status:' || s.status, s.sort_name, s.id, s.created_at, coalesce(s.status_since, 0), new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'country:' || s.country, s.sort_name, s.id, s.created_at, null, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null and s.country <> '';
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'tag:' || t.value, s.sort_name, s.id, s.created_at, null, new.role, new.ends_at from sites s, json_each(s.tags) t where s.id = new.site_id and s.deleted_at is null;
  insert into site_words (user_id, word, site_id)
    select new.user_id, t.value, s.id from sites s, json_each(s.words) t where s.id = new.site_id and s.deleted_at is null;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_unlisted BEFORE DELETE ON memberships BEGIN
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'all', s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'status:' || s.status, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'country:' || s.country, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'tag:' || t.value, s.sort_name, s.id from sites s, json_each(s.tags) t where s.id = old.site_id);
  delete from site_words where (user_id, word, site_id) in (select old.user_id, t.value, s.id from sites s, json_each(s.words) t where s.id = old.site_id);
END;
--> statement-breakpoint
CREATE TRIGGER memberships_listed_anew AFTER UPDATE OF user_id, site_id, role, ends_at ON memberships BEGIN
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'all', s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'status:' || s.status, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'country:' || s.country, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'tag:' || t.value, s.sort_name, s.id from sites s, json_each(s.tags) t where s.id = old.site_id);
  delete from site_words where (user_id, word, site_id) in (select old.user_id, t.value, s.id from sites s, json_each(s.words) t where s.id = old.site_id);
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'all', s.sort_name, s.id, s.created_at, null, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'status:' || s.status, s.sort_name, s.id, s.created_at, coalesce(s.status_since, 0), new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'country:' || s.country, s.sort_name, s.id, s.created_at, null, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null and s.country <> '';
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select new.user_id, 'tag:' || t.value, s.sort_name, s.id, s.created_at, null, new.role, new.ends_at from sites s, json_each(s.tags) t where s.id = new.site_id and s.deleted_at is null;
  insert into site_words (user_id, word, site_id)
    select new.user_id, t.value, s.id from sites s, json_each(s.words) t where s.id = new.site_id and s.deleted_at is null;
END;
--> statement-breakpoint
-- A site changes in what it is listed by, or goes.
CREATE TRIGGER sites_unlisted BEFORE DELETE ON sites BEGIN
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'all', old.sort_name, old.id from memberships m where m.site_id = old.id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'status:' || old.status, old.sort_name, old.id from memberships m where m.site_id = old.id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'country:' || old.country, old.sort_name, old.id from memberships m where m.site_id = old.id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'tag:' || t.value, old.sort_name, old.id from memberships m, json_each(old.tags) t where m.site_id = old.id);
  delete from site_words where (user_id, word, site_id) in (select m.user_id, t.value, old.id from memberships m, json_each(old.words) t where m.site_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER sites_listed_anew AFTER UPDATE OF sort_name, words, tags, country, created_at, deleted_at ON sites
WHEN old.sort_name is not new.sort_name or old.words is not new.words or old.tags is not new.tags or old.country is not new.country or old.created_at is not new.created_at or old.deleted_at is not new.deleted_at
BEGIN
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'all', old.sort_name, old.id from memberships m where m.site_id = old.id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'status:' || old.status, old.sort_name, old.id from memberships m where m.site_id = old.id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'country:' || old.country, old.sort_name, old.id from memberships m where m.site_id = old.id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'tag:' || t.value, old.sort_name, old.id from memberships m, json_each(old.tags) t where m.site_id = old.id);
  delete from site_words where (user_id, word, site_id) in (select m.user_id, t.value, old.id from memberships m, json_each(old.words) t where m.site_id = old.id);
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select m.user_id, 'all', new.sort_name, new.id, new.created_at, null, m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select m.user_id, 'status:' || new.status, new.sort_name, new.id, new.created_at, coalesce(new.status_since, 0), m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select m.user_id, 'country:' || new.country, new.sort_name, new.id, new.created_at, null, m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null and new.country <> '';
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select m.user_id, 'tag:' || t.value, new.sort_name, new.id, new.created_at, null, m.role, m.ends_at from memberships m, json_each(new.tags) t where m.site_id = new.id and new.deleted_at is null;
  insert into site_words (user_id, word, site_id)
    select m.user_id, t.value, new.id from memberships m, json_each(new.words) t where m.site_id = new.id and new.deleted_at is null;
END;
--> statement-breakpoint
-- Its status changes much more often than the rest.
CREATE TRIGGER sites_status_listed AFTER UPDATE OF status, status_since ON sites
WHEN new.deleted_at is null and (old.status is not new.status or old.status_since is not new.status_since)
  and not (old.sort_name is not new.sort_name or old.words is not new.words or old.tags is not new.tags or old.country is not new.country or old.created_at is not new.created_at or old.deleted_at is not new.deleted_at)
BEGIN
  delete from site_list where (user_id, facet, sort_name, site_id) in (select m.user_id, 'status:' || old.status, old.sort_name, old.id from memberships m where m.site_id = old.id);
  insert into site_list (user_id, facet, sort_name, site_id, created_at, since, role, ends_at)
    select m.user_id, 'status:' || new.status, new.sort_name, new.id, new.created_at, coalesce(new.status_since, 0), m.role, m.ends_at from memberships m where m.site_id = new.id;
END;
--> statement-breakpoint
-- Those that are there already.
UPDATE memberships SET role = role;
