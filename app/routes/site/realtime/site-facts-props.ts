export type SiteFactsProps = {
  siteKey: string;
  timeZone: string;
  /** The server's clock when it made the page, ms UTC. */
  now: number;
  /** Whether the reader may set how much CO2 each kWh avoids. */
  mayScale: boolean;
};
