/** Maximum length of a banner's title (specification, sections 5 and 9). */
export const MAX_BANNER_TEXT_LENGTH = 100;

/** Banner of a site or user without a custom one. */
export const DEFAULT_BANNER = { textPosition: 0, bannerText: "", bannerImages: [] as string[] };

type BannerContent = { bannerText: string; bannerImages: readonly string[] };

/** Returns whether a banner has a picture or a title, and so replaces the default one. */
export function isCustomBanner({ bannerText, bannerImages }: BannerContent): boolean {
  return bannerImages.length > 0 || bannerText !== "";
}
