import type { Database } from "#database/connect.ts";
import type { PasswordCost } from "#database/password-hash.ts";
import type { UserType } from "#domain/access/roles.ts";
import type { TokenGrant } from "#domain/access/token-scope.ts";
import type { Language } from "#domain/languages.ts";
import type { ConfigOption } from "#domain/sites/config-options.ts";
import type { Position } from "#domain/sites/geofence.ts";
import type { Condition } from "#domain/weather/conditions.ts";
import type { Forecast } from "#domain/weather/forecast.ts";
import type { WindDirection } from "#domain/weather/wind.ts";
import type { PublicJwk } from "#protocol/envelope/server-key.ts";
import type { KeyRing } from "#protocol/keys/key-ring.ts";
import type { PollBatchMessage, SiteRpc } from "#protocol/site-rpc.ts";
import type { SwitchRpc } from "#protocol/switch-rpc.ts";

/** Everything an operation may touch. */
export type Context = {
  database: Database;
  /** The object of a site. */
  siteObject(siteId: number): SiteRpc;
  /** What counts the sites at which a user switches equipment. */
  switchCounter(person: number): SwitchRpc;
  /** Queues batches of sites, each of which a queue consumer polls. */
  enqueuePollBatches(rounds: readonly PollBatchMessage[]): Promise<void>;
  /** ms UTC */
  now(): number;
  /** Rejects where the signal ends it before. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  randomBytes(length: number): Uint8Array;
  keys: KeyRing;
  envelopeKeys: EnvelopeKeys;
  /** Counts one more attempt to sign in from an address; false where there have been too many. */
  mayTryLogin(address: string): Promise<boolean>;
  /**
   * Counts one more ticket or socket of a session, one more socket of a logger's serial number, or one more sealed call of
   * a user. Returns the seconds to wait where there have been too many, else 0.
   */
  socketWait(step: "ticket" | "upgrade" | "loggerUpgrade" | "sealed", who: string): number;
  passwordCost: PasswordCost;
  /** Where the portal is reached, without a slash at its end: what links in e-mails begin with. */
  portalOrigin: string;
  files: FileStore;
  pictures: PictureCodec;
  countries: Countries;
  places: Places;
  weather: WeatherProvider;
  weatherWords: WeatherWords;
  /** Counts one more look at the weather of somebody; false where there have been too many. */
  mayAskWeather(who: string): Promise<boolean>;
  globalEnergy: GlobalEnergy;
  /** What the options of a site's configs are called. */
  configNames(language: Language): Promise<Readonly<Record<ConfigOption, string>>>;
  phones: Phones;
  /** What maps are made of besides the outlines of countries; null where nobody has set it. */
  mapTiles: MapTiles | null;
  /** What the request asked to be answered in; the default one where there is no request. */
  language: Language;
  browser: Browser;
  log: Log;
};

/** The browser of a request, as far as it keeps what it is given. */
export type Browser = {
  /** What it was given at a login before; null where it shows nothing. */
  token: string | null;
  /** Browser and operating system, as in "Firefox, Linux"; null where they are unknown. */
  client: string | null;
  /** Has it keep this from now on. */
  keep(token: string): void;
};

/** The files of people and sites, by their random keys. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<ReadableStream | null>;
  delete(keys: readonly string[]): Promise<void>;
  /** One page of all there is; without a cursor it was the last one. */
  list(cursor?: string): Promise<{ files: { key: string; storedAt: number }[]; cursor?: string }>;
};

/** What comes of an upload: another picture, or why there is none. */
export type Reencoded =
  | { bytes: Uint8Array; contentType: string }
  | { refused: "noPicture" }
  | { refused: "tooManyPixels"; maxPixels: number };

export type PictureCodec = {
  /** The same picture, upright, no longer than it may be, and with nothing else of the file in it. */
  reencode(bytes: Uint8Array): Promise<Reencoded>;
};

/** What follows from a position, without asking anybody outside. */
export type Places = {
  /** IANA name; that of the nautical zone at sea. */
  timeZoneAt(position: Position): Promise<string>;
  /** ISO 3166-1 alpha-2; null where there is none. */
  countryAt(position: Position): Promise<string | null>;
};

/** Whoever knows the weather. */
export type WeatherProvider = {
  /** Null while nobody can tell. */
  forecastAt(position: Position): Promise<Forecast | null>;
};

export type WeatherWords = (language: Language) => {
  condition(condition: Condition): string;
  direction(direction: WindDirection): string;
};

/** The figure of all installations together: what the portal's own have made, times the factor, and the base added. */
export type GlobalEnergy = {
  factor: number;
  /** Wh */
  base: number;
  /** What `sum` came to a moment ago, or comes to now. */
  recall(sum: () => Promise<number>): Promise<number>;
};

export type Countries = {
  /** @param code ISO 3166-1 alpha-2, capitals */
  has(code: string): boolean;
  /** All of them, by their names in this language. */
  list(language: Language): Promise<{ code: string; name: string }[]>;
};

/** The server's RSA keys for sealed calls. */
export type EnvelopeKeys = {
  /** The public halves, the current one first. The first of all is made when somebody asks. */
  list(): Promise<PublicJwk[]>;
  /** The private half; null where there is no such key, or no longer. */
  find(kid: string): Promise<CryptoKey | null>;
  /** Has a key that is too old followed by a new one, and forgets those that were followed long ago. */
  renew(): Promise<void>;
};

/** Pictures for maps. */
export type MapTiles = {
  /** Address of a picture, with `{z}`, `{x}`, `{y}` and perhaps `{s}` in it. */
  url: string;
  /** The host of that address, `*` for what differs. */
  host: string;
  /** Whom to thank, and where they say so. */
  attribution: { text: string; href: string | null };
};

export type Phones = {
  /**
   * The number as it is dialled from anywhere (`+4930…`); null where there is no such number.
   * @param country where it is dialled from, for one that does not say; empty where nobody knows
   */
  read(text: string, country: string): Promise<string | null>;
};

/** One line each, nothing personal in it. */
export type Log = {
  info(event: string, details?: Readonly<Record<string, string | number | boolean>>): void;
  /** @param error what was thrown, or what is wrong; goes to the log and nowhere else */
  error(event: string, error: unknown): void;
};

export type Person = {
  id: number;
  account: string;
  email: string;
  name: string;
  type: UserType;
  /** Above 0 shows the solar-scale dialog. */
  rule: number;
  demo: boolean;
  language: Language;
  /** Path of the avatar. */
  header: string | null;
  /** Minutes without a hand on it until the screen saver comes; 0 is off. */
  screenSaver: number;
  rightsVersion: number;
};

/** Somebody signed in. */
export type SignedIn = {
  kind: "person";
  person: Person;
  /** Id of the session; a personal access token has one of its own. */
  session: string;
  /** What a personal access token leaves of the person's rights; undefined for a session. */
  token?: TokenGrant;
  address: string;
};

/** Somebody let in by the link of a site, to look at that site and nothing else. */
export type ShareCaller = {
  kind: "share";
  /** Id of the share session. */
  session: string;
  share: { id: number; siteId: number; version: number; hidesLocation: boolean };
  address: string;
};

/** Somebody not signed in, and whether the token shown had been ended from elsewhere. */
export type Anonymous = { kind: "anonymous"; endedElsewhere: boolean; address: string };

/** Who asks. `address` is the network address to count failures by. */
export type Caller = SignedIn | ShareCaller | Anonymous;
