/** Interface of the object that counts at how many sites a user switches equipment, for site objects and the Worker. */
export interface SwitchRpc {
  /**
   * Counts that the user switches equipment at a site. Returns false and counts nothing if that exceeds the limit of
   * sites per minute and the session has not confirmed the user's identity.
   * @param asked.site name of the site's object
   */
  allow(asked: { site: string; session: string }): Promise<boolean>;
  /**
   * Counts that the user changes settings of a site. Returns false and counts nothing if that exceeds the limit of
   * sites and the session has not confirmed the user's identity.
   */
  allowChange(asked: { site: string; session: string }): Promise<boolean>;
  /**
   * Stores that a session has confirmed the user's identity.
   * @param until expiry of the confirmation, ms UTC
   */
  confirm(session: string, until: number): Promise<void>;
}

/** Returns the name of the object of a user. */
export function switchCounterOf(person: number): string {
  return `user-${person}`;
}
