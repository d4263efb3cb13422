/** Value in the login's address if the user signed out, instead of losing the session. */
export const SIGNED_OUT = "signedOut";
