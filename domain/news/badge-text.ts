const MAX_SHOWN = 99;

/** Returns the text of the badge of unread news (specification, section 5): the number, or ".." above 99. */
export function badgeText(unread: number): string {
  return unread > MAX_SHOWN ? ".." : `${unread}`;
}
