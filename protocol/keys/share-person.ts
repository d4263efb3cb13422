/**
 * The viewers of a share count as one person, whose number is that of the share below zero: so they have keys of their
 * own (`key` of page addresses, `pubKey` of sockets), and all their sockets at a site end together.
 */
export function sharePerson(shareId: number): number {
  return -shareId;
}

/** Whether a user number belongs to the viewers of a share and not to an account. */
export function isSharePerson(person: number): boolean {
  return person < 0;
}
