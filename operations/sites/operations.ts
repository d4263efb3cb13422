import { getSiteById, getSiteBySn } from "./get-site.ts";
import { listSitesBrief, listSitesPaged, listSitesUnpaged } from "./list-sites.ts";
import { socketTicket } from "./socket-ticket.ts";

export const siteOperations = [
  listSitesPaged,
  listSitesUnpaged,
  listSitesBrief,
  getSiteById,
  getSiteBySn,
  socketTicket,
] as const;
