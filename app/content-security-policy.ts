/**
 * Allows only our own scripts and style elements; style attributes are allowed because server-rendered markup has some.
 * @param tileHost host of the map tiles
 */
export function contentSecurityPolicy(nonce: string, tileHost: string | null): string {
  return Object.entries({
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}'`,
    "style-src": `'self' 'nonce-${nonce}'`,
    "style-src-attr": "'unsafe-inline'",
    "img-src": ["'self' data: blob:", tileHost].filter(Boolean).join(" "),
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}
