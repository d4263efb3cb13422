import { addSite } from "./add-site.ts";
import { replaceModule, unlink } from "./change-module.ts";
import { checkSn } from "./check-sn.ts";
import { getDeletedSites, removeSite, restoreDeletedSite } from "./delete-site.ts";
import { exportList } from "./export-list.ts";
import { getSiteById, getSiteBySn, openSiteForPage } from "./get-site.ts";
import { getAllTags, getListFilters } from "./list-filters.ts";
import { listSitesBrief, listSitesPaged, listSitesUnpaged } from "./list-sites.ts";
import { mapSites } from "./map-sites.ts";
import { getRetention, updateRetention } from "./retention.ts";
import { socketTicket } from "./socket-ticket.ts";
import { updateGeoFence, updateGpsInfo } from "./update-place.ts";
import {
  updateElectricityPrice,
  updateName,
  updateReduceScale,
  updateSolarPeak,
} from "./update-site.ts";

export const siteOperations = [
  listSitesPaged,
  listSitesUnpaged,
  listSitesBrief,
  mapSites,
  updateGeoFence,
  updateGpsInfo,
  getListFilters,
  getAllTags,
  exportList,
  getSiteById,
  openSiteForPage,
  getSiteBySn,
  socketTicket,
  checkSn,
  addSite,
  updateName,
  updateElectricityPrice,
  updateReduceScale,
  updateSolarPeak,
  getRetention,
  updateRetention,
  replaceModule,
  unlink,
  removeSite,
  getDeletedSites,
  restoreDeletedSite,
] as const;
