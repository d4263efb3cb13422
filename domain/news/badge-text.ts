const MAX_SHOWN = 99;

/** What stands in the badge of unread news (specification, section 5): the number, or ".." past 99. */
export function badgeText(unread: number): string {
  return unread > MAX_SHOWN ? ".." : `${unread}`;
}
