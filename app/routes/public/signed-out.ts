/** In the address of the login: the user signed out, instead of losing the session. */
export const SIGNED_OUT = "signedOut";
