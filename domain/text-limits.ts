// Maximum lengths of texts that users enter, for pages, without the schemas that enforce them.

/** Maximum length of a site's name. */
export const MAX_SITE_NAME = 100;
/** Maximum length of the name, company, city and dealer of a user. */
export const MAX_PROFILE_LINE = 100;
/** Maximum length of a phone number. */
export const MAX_PHONE = 32;
/** Maximum length of a tag. */
export const MAX_TAG = 20;
