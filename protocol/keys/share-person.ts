/**
 * Returns the user number of the viewers of a share: the negative id of the share. All its viewers count as one user,
 * so they have keys of their own (`key` of page addresses, `pubKey` of sockets) and their sockets close together.
 */
export function sharePerson(shareId: number): number {
  return -shareId;
}

/** Returns whether a user number belongs to the viewers of a share instead of an account. */
export function isSharePerson(person: number): boolean {
  return person < 0;
}
