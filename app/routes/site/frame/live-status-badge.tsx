import { useLive } from "#app/live/live-context.ts";
import { isLost, knownState } from "#app/live/live-site.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { SiteStatus } from "#domain/sites/site-status.ts";

/** The site's live status, before its first data the server's, and the last known one once the connection is lost. */
export function LiveStatusBadge({ status }: { status: SiteStatus }) {
  const live = useLive((site) => knownState(site)?.siteStatus);
  return <StatusBadge status={live ?? status} isLastKnown={useLive(isLost)} />;
}
