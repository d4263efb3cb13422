-- The list worst first, for every filter: 0009 had that order of the status facets alone, so that worst first among the
-- sites of a tag was a look at each of them. The triggers are those of 0009 with a line more for each of the new rows.
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
DROP INDEX site_list_since;
--> statement-breakpoint
ALTER TABLE site_list DROP COLUMN since;
--> statement-breakpoint
-- How bad its status is, 0 is the worst: STATUS_ORDER of the domain.
ALTER TABLE sites ADD COLUMN status_rank integer GENERATED ALWAYS AS (case status when 'fault' then 0 when 'warning' then 1 when 'offline' then 2 when 'standby' then 3 when 'off' then 4 else 5 end) VIRTUAL;
--> statement-breakpoint
-- The facets 'all', 'country:…' and 'tag:…' by the rank of the site's status and since when it is that.
CREATE TABLE site_ranks (
	user_id integer NOT NULL,
	facet text NOT NULL,
	rank integer NOT NULL,
	since integer NOT NULL,
	site_id integer NOT NULL,
	role integer NOT NULL,
	ends_at integer,
	PRIMARY KEY (user_id, facet, rank, since, site_id)
) WITHOUT ROWID;
--> statement-breakpoint
-- A membership comes, changes or goes.
CREATE TRIGGER memberships_listed AFTER INSERT ON memberships BEGIN
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'all', s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'status:' || s.status, s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'country:' || s.country, s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null and s.country <> '';
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'tag:' || t.value, s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s, json_each(s.tags) t where s.id = new.site_id and s.deleted_at is null;
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select new.user_id, 'all', s.status_rank, coalesce(s.status_since, 0), s.id, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select new.user_id, 'country:' || s.country, s.status_rank, coalesce(s.status_since, 0), s.id, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null and s.country <> '';
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select new.user_id, 'tag:' || t.value, s.status_rank, coalesce(s.status_since, 0), s.id, new.role, new.ends_at from sites s, json_each(s.tags) t where s.id = new.site_id and s.deleted_at is null;
  insert into site_words (user_id, word, site_id)
    select new.user_id, t.value, s.id from sites s, json_each(s.words) t where s.id = new.site_id and s.deleted_at is null;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_unlisted BEFORE DELETE ON memberships BEGIN
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'all', s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'status:' || s.status, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'country:' || s.country, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'tag:' || t.value, s.sort_name, s.id from sites s, json_each(s.tags) t where s.id = old.site_id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select old.user_id, 'all', s.status_rank, coalesce(s.status_since, 0), s.id from sites s where s.id = old.site_id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select old.user_id, 'country:' || s.country, s.status_rank, coalesce(s.status_since, 0), s.id from sites s where s.id = old.site_id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select old.user_id, 'tag:' || t.value, s.status_rank, coalesce(s.status_since, 0), s.id from sites s, json_each(s.tags) t where s.id = old.site_id);
  delete from site_words where (user_id, word, site_id) in (select old.user_id, t.value, s.id from sites s, json_each(s.words) t where s.id = old.site_id);
END;
--> statement-breakpoint
CREATE TRIGGER memberships_listed_anew AFTER UPDATE OF user_id, site_id, role, ends_at ON memberships BEGIN
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'all', s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'status:' || s.status, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'country:' || s.country, s.sort_name, s.id from sites s where s.id = old.site_id);
  delete from site_list where (user_id, facet, sort_name, site_id) in (select old.user_id, 'tag:' || t.value, s.sort_name, s.id from sites s, json_each(s.tags) t where s.id = old.site_id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select old.user_id, 'all', s.status_rank, coalesce(s.status_since, 0), s.id from sites s where s.id = old.site_id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select old.user_id, 'country:' || s.country, s.status_rank, coalesce(s.status_since, 0), s.id from sites s where s.id = old.site_id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select old.user_id, 'tag:' || t.value, s.status_rank, coalesce(s.status_since, 0), s.id from sites s, json_each(s.tags) t where s.id = old.site_id);
  delete from site_words where (user_id, word, site_id) in (select old.user_id, t.value, s.id from sites s, json_each(s.words) t where s.id = old.site_id);
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'all', s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'status:' || s.status, s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'country:' || s.country, s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null and s.country <> '';
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select new.user_id, 'tag:' || t.value, s.sort_name, s.id, s.created_at, new.role, new.ends_at from sites s, json_each(s.tags) t where s.id = new.site_id and s.deleted_at is null;
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select new.user_id, 'all', s.status_rank, coalesce(s.status_since, 0), s.id, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null;
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select new.user_id, 'country:' || s.country, s.status_rank, coalesce(s.status_since, 0), s.id, new.role, new.ends_at from sites s where s.id = new.site_id and s.deleted_at is null and s.country <> '';
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select new.user_id, 'tag:' || t.value, s.status_rank, coalesce(s.status_since, 0), s.id, new.role, new.ends_at from sites s, json_each(s.tags) t where s.id = new.site_id and s.deleted_at is null;
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
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select m.user_id, 'all', old.status_rank, coalesce(old.status_since, 0), old.id from memberships m where m.site_id = old.id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select m.user_id, 'country:' || old.country, old.status_rank, coalesce(old.status_since, 0), old.id from memberships m where m.site_id = old.id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select m.user_id, 'tag:' || t.value, old.status_rank, coalesce(old.status_since, 0), old.id from memberships m, json_each(old.tags) t where m.site_id = old.id);
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
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select m.user_id, 'all', old.status_rank, coalesce(old.status_since, 0), old.id from memberships m where m.site_id = old.id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select m.user_id, 'country:' || old.country, old.status_rank, coalesce(old.status_since, 0), old.id from memberships m where m.site_id = old.id);
  delete from site_ranks where (user_id, facet, rank, since, site_id) in (select m.user_id, 'tag:' || t.value, old.status_rank, coalesce(old.status_since, 0), old.id from memberships m, json_each(old.tags) t where m.site_id = old.id);
  delete from site_words where (user_id, word, site_id) in (select m.user_id, t.value, old.id from memberships m, json_each(old.words) t where m.site_id = old.id);
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select m.user_id, 'all', new.sort_name, new.id, new.created_at, m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select m.user_id, 'status:' || new.status, new.sort_name, new.id, new.created_at, m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null;
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select m.user_id, 'country:' || new.country, new.sort_name, new.id, new.created_at, m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null and new.country <> '';
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select m.user_id, 'tag:' || t.value, new.sort_name, new.id, new.created_at, m.role, m.ends_at from memberships m, json_each(new.tags) t where m.site_id = new.id and new.deleted_at is null;
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select m.user_id, 'all', new.status_rank, coalesce(new.status_since, 0), new.id, m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null;
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select m.user_id, 'country:' || new.country, new.status_rank, coalesce(new.status_since, 0), new.id, m.role, m.ends_at from memberships m where m.site_id = new.id and new.deleted_at is null and new.country <> '';
  insert into site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
    select m.user_id, 'tag:' || t.value, new.status_rank, coalesce(new.status_since, 0), new.id, m.role, m.ends_at from memberships m, json_each(new.tags) t where m.site_id = new.id and new.deleted_at is null;
  insert into site_words (user_id, word, site_id)
    select m.user_id, t.value, new.id from memberships m, json_each(new.words) t where m.site_id = new.id and new.deleted_at is null;
END;
--> statement-breakpoint
-- Its status changes much more often than the rest.
CREATE TRIGGER sites_status_listed AFTER UPDATE OF status, status_since ON sites
WHEN new.deleted_at is null and (old.status is not new.status or old.status_since is not new.status_since)
  and not (old.sort_name is not new.sort_name or old.words is not new.words or old.tags is not new.tags or old.country is not new.country or old.created_at is not new.created_at or old.deleted_at is not new.deleted_at)
BEGIN
  delete from site_list where old.status is not new.status and (user_id, facet, sort_name, site_id) in (select m.user_id, 'status:' || old.status, old.sort_name, old.id from memberships m where m.site_id = old.id);
  insert into site_list (user_id, facet, sort_name, site_id, created_at, role, ends_at)
    select m.user_id, 'status:' || new.status, new.sort_name, new.id, new.created_at, m.role, m.ends_at from memberships m where m.site_id = new.id and old.status is not new.status;
  update site_ranks set rank = new.status_rank, since = coalesce(new.status_since, 0)
    where (user_id, facet, rank, since, site_id) in (select m.user_id, 'all', old.status_rank, coalesce(old.status_since, 0), old.id from memberships m where m.site_id = old.id);
  update site_ranks set rank = new.status_rank, since = coalesce(new.status_since, 0)
    where (user_id, facet, rank, since, site_id) in (select m.user_id, 'country:' || new.country, old.status_rank, coalesce(old.status_since, 0), old.id from memberships m where m.site_id = old.id);
  update site_ranks set rank = new.status_rank, since = coalesce(new.status_since, 0)
    where (user_id, facet, rank, since, site_id) in (select m.user_id, 'tag:' || t.value, old.status_rank, coalesce(old.status_since, 0), old.id from memberships m, json_each(new.tags) t where m.site_id = old.id);
END;
--> statement-breakpoint
-- Those that are there already.
INSERT INTO site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
  select m.user_id, 'all', s.status_rank, coalesce(s.status_since, 0), s.id, m.role, m.ends_at from memberships m join sites s on s.id = m.site_id where s.deleted_at is null;
--> statement-breakpoint
INSERT INTO site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
  select m.user_id, 'country:' || s.country, s.status_rank, coalesce(s.status_since, 0), s.id, m.role, m.ends_at from memberships m join sites s on s.id = m.site_id where s.deleted_at is null and s.country <> '';
--> statement-breakpoint
INSERT INTO site_ranks (user_id, facet, rank, since, site_id, role, ends_at)
  select m.user_id, 'tag:' || t.value, s.status_rank, coalesce(s.status_since, 0), s.id, m.role, m.ends_at from memberships m join sites s on s.id = m.site_id, json_each(s.tags) t where s.deleted_at is null;
