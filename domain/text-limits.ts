/** Maximum lengths of texts that users enter, without the schemas that enforce them, for pages to check. */
export const MAX_SITE_NAME = 100;
/** Name, company, city and dealer of a user. */
export const MAX_PROFILE_LINE = 100;
export const MAX_PHONE = 32;
export const MAX_TAG = 20;
