/**
 * The viewers of a share count as one person, whose number is that of the share below zero: so they have keys of their
 * own (`key` of page addresses, `pubKey` of sockets), and all their sockets at a site end together.
 */
export function sharePerson(shareId: number): number {
  return -shareId;
}

/** Whether a number is that of the viewers of a share, and of nobody who has an account. */
export function isSharePerson(person: number): boolean {
  return person < 0;
}
