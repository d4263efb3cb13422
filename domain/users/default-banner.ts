/** Specification, sections 5 and 9. */
export const MAX_BANNER_TEXT_LENGTH = 100;

/** The default, if no banner is configured. */
export const DEFAULT_BANNER = { textPosition: 0, bannerText: "", bannerImages: [] as string[] };

type BannerContent = { bannerText: string; bannerImages: readonly string[] };

/** Whether it is a custom banner. */
export function isCustomBanner({ bannerText, bannerImages }: BannerContent): boolean {
  return bannerImages.length > 0 || bannerText !== "";
}
