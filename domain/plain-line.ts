/**
 * One line: no line breaks or other control characters. The signs that turn the direction of what follows are no letters
 * either: a name must not turn the line that it stands in.
 */
export const PLAIN_LINE = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;
