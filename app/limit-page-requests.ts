import { REQUEST_TIMEOUT_MS } from "./api/request-timeout.ts";

/** Path suffix of the data of pages and of their forms, which React Router requests. */
const PAGE_DATA = /\.data$/;

/**
 * Wraps a browser's `fetch` so that a request for the data of a page, or a form that is sent to one, is aborted with a
 * `TimeoutError` after the limit of every call of the portal (specification, section 7). The router offers no limit.
 * @param timeoutMs limit for the whole response, ms
 */
export function limitPageRequests(
  send: typeof fetch,
  timeoutMs = REQUEST_TIMEOUT_MS,
): typeof fetch {
  return (input, init) => {
    if (!PAGE_DATA.test(addressOf(input).pathname)) return send(input, init);
    const deadline = AbortSignal.timeout(timeoutMs);
    const own = init?.signal ?? (input instanceof Request ? input.signal : null);
    return send(input, { ...init, signal: own ? AbortSignal.any([own, deadline]) : deadline });
  };
}

function addressOf(input: RequestInfo | URL): URL {
  return new URL(input instanceof Request ? input.url : input, location.href);
}
