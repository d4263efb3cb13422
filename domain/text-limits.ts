// Maximum lengths of texts that users enter, for pages, without the schemas that enforce them.

/** Maximum length of a site's name. */
export const MAX_SITE_NAME = 100;
/** Maximum length of the name, company, city and dealer of a user. */
export const MAX_PROFILE_LINE = 100;
/** Maximum length of a phone number. */
export const MAX_PHONE = 32;
/** Maximum length of a tag. */
export const MAX_TAG = 20;
/** Maximum length of the name that a user gives a piece of equipment. */
export const MAX_EQUIPMENT_ALIAS = 60;
/** Maximum length of the name, manufacturer, model and serial number of extra equipment. */
export const MAX_EXTRA_TEXT = 100;
/** Maximum length of the note on extra equipment. */
export const MAX_EXTRA_NOTE = 300;
/** Maximum length of a message to the operator and of a reply, characters. */
export const MAX_FEEDBACK_MESSAGE = 4_000;
/** Maximum length of a message with a request for access to a site, characters. */
export const MAX_APPLICATION_MESSAGE = 500;
/** Maximum number of photos of a message to the operator. */
export const MAX_FEEDBACK_PHOTOS = 3;
/** Maximum length of the title of a news item. */
export const MAX_NEWS_TITLE = 150;
/** Maximum length of the text of a news item in one language; six of them fit into one statement of D1. */
export const MAX_NEWS_TEXT = 4_000;
