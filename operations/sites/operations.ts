import { exportList } from "./export-list.ts";
import { getSiteById, getSiteBySn } from "./get-site.ts";
import { getAllTags, getListFilters } from "./list-filters.ts";
import { listSitesBrief, listSitesPaged, listSitesUnpaged } from "./list-sites.ts";
import { socketTicket } from "./socket-ticket.ts";

export const siteOperations = [
  listSitesPaged,
  listSitesUnpaged,
  listSitesBrief,
  getListFilters,
  getAllTags,
  exportList,
  getSiteById,
  getSiteBySn,
  socketTicket,
] as const;
