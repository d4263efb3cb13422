/** One user's switching of equipment across sites, as the sites' objects and the Worker use it. */
export interface SwitchRpc {
  /**
   * Counts that the user switches equipment at a site. False, and nothing counted, where that is one site too many within
   * a minute and the session has not confirmed the user's identity.
   * @param site name of the site's object
   */
  allow(asked: { site: string; session: string }): Promise<boolean>;
  /** A session has confirmed the user's identity. @param until ms UTC */
  confirm(session: string, until: number): Promise<void>;
}

/** Name of the object of a user. */
export function switchCounterOf(person: number): string {
  return `user-${person}`;
}
