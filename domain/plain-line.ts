/**
 * Matches a single line of text: no line breaks, control characters or directional formatting characters, which would
 * change the direction of the text after a name.
 */
export const PLAIN_LINE = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;

/** Matches the characters that a plain line does not have. */
export const NOT_PLAIN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
