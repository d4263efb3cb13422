import { rowsOf } from "./stage.ts";

/** What must hold of rights whatever happened: each query finds what breaks it. */
const BREACHES: Readonly<Record<string, string>> = {
  "a site whose owner is no administrator of it":
    "select id from sites s where not exists (select 1 from memberships where site_id = s.id and user_id = s.creator_id and role = 1 and ends_at is null)",
  "a dealer who is no member, or may do too little":
    "select id from sites s where dealer_id is not null and not exists (select 1 from memberships where site_id = s.id and user_id = s.dealer_id and role <= 2)",
  "an application of a member":
    "select 1 from applications a inner join memberships m on m.site_id = a.site_id and m.user_id = a.user_id",
  "an invitation of a member to be one":
    "select 1 from invitations i inner join users u on u.email = i.email inner join memberships m on m.site_id = i.site_id and m.user_id = u.id where i.invited_as = 'member'",
  "an invitation to own a site from who does not":
    "select 1 from invitations i inner join sites s on s.id = i.site_id where i.invited_as = 'owner' and i.invited_by <> s.creator_id",
  "a history that ends with another right than there is":
    "select 1 from membership_changes c left join memberships m on m.site_id = c.site_id and m.user_id = c.user_id where c.user_id is not null and c.id = (select max(id) from membership_changes where site_id = c.site_id and user_id = c.user_id) and (coalesce(m.role, 0) <> c.new_role or m.ends_at is not c.new_ends_at)",
  "a history with a step from another right than the one before":
    "select 1 from membership_changes c inner join membership_changes before on before.id = (select max(id) from membership_changes where site_id = c.site_id and user_id = c.user_id and id < c.id) where c.old_role <> before.new_role",
  "an end that reached no site": "select 1 from pending_revocations",
  // A list that is kept has either a membership as it is, or the note that it has changed.
  "a list of sites without one's own, or with another's":
    "select 1 from memberships m inner join kept_lists k on k.user_id = m.user_id left join kept_sites l on l.user_id = m.user_id and l.site_id = m.site_id where (l.role is not m.role or l.ends_at is not m.ends_at) and not exists (select 1 from kept_list_changes c where c.user_id = m.user_id and c.site_id = m.site_id) union all select 1 from kept_sites l left join memberships m on m.user_id = l.user_id and m.site_id = l.site_id where m.role is null and not exists (select 1 from kept_list_changes c where c.user_id = l.user_id and c.site_id = l.site_id)",
};

/** Which of them do not hold. */
export async function findBreaches(): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(BREACHES).map(async ([what, query]) =>
      (await rowsOf(query)).length === 0 ? [] : [what],
    ),
  );
  return found.flat();
}
