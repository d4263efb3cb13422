import {
  addSiteConfig,
  deleteSiteConfig,
  listConfigOptions,
  listSiteConfigs,
  updateSiteConfig,
} from "./configs.ts";
import { addToGallery, deleteFromGallery, listSiteGallery } from "./gallery.ts";
import { addSiteTag, deleteSiteTag, listSiteTags } from "./tags.ts";
import { updateSiteBanner } from "./update-banner.ts";

export const brandingOperations = [
  updateSiteBanner,
  listSiteGallery,
  addToGallery,
  deleteFromGallery,
  listSiteTags,
  addSiteTag,
  deleteSiteTag,
  listConfigOptions,
  listSiteConfigs,
  addSiteConfig,
  updateSiteConfig,
  deleteSiteConfig,
] as const;
