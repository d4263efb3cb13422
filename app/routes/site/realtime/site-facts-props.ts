export type SiteFactsProps = {
  siteKey: string;
  timeZone: string;
  /** The server's clock when it rendered the page, ms UTC. */
  now: number;
  /** Whether the user may set the CO₂ factor. */
  mayScale: boolean;
};
