import type { ArchiveStep } from "#database/archives/archive-tasks.ts";
import type { PasswordCost } from "#database/auth/password-hash.ts";
import type { Database } from "#database/connect.ts";
import type { ExportStep } from "#database/exports/export-tasks.ts";
import type { UserType } from "#domain/access/roles.ts";
import type { TokenGrant } from "#domain/access/token-scope.ts";
import type { AlarmRow, AlarmSource, EndReason } from "#domain/alarms/alarm-row.ts";
import type { EventLevel } from "#domain/alarms/event.ts";
import type { DeviceType } from "#domain/devices/device-types.ts";
import type { ByteRange } from "#domain/firmware/byte-range.ts";
import type { AreaIrradiance } from "#domain/forecast/irradiance.ts";
import type { Language } from "#domain/languages.ts";
import type { Operator } from "#domain/operator.ts";
import type { ConfigOption } from "#domain/sites/config-options.ts";
import type { Position } from "#domain/sites/geofence.ts";
import type { Condition } from "#domain/weather/conditions.ts";
import type { Forecast } from "#domain/weather/forecast.ts";
import type { WindDirection } from "#domain/weather/wind.ts";
import type { AlarmSubjects } from "#protocol/alarms.ts";
import type { PublicJwk } from "#protocol/envelope/server-key.ts";
import type { FirmwareKeys } from "#protocol/firmware/verify-release.ts";
import type { ExportRegister } from "#protocol/history/export-rows.ts";
import type { KeyRing } from "#protocol/keys/key-ring.ts";
import type { PollBatchMessage, SiteRpc } from "#protocol/site-rpc.ts";
import type { SwitchRpc } from "#protocol/switch-rpc.ts";
import type { OpenEncoder } from "./exports/export-encoder.ts";
import type { PushProvider } from "./push/push-provider.ts";
import type { WebhookProvider } from "./webhooks/webhook-provider.ts";

/** Dependencies of operations. */
export type Context = {
  database: Database;
  /** Returns the object of a site. */
  siteObject(siteId: number): SiteRpc;
  /** Returns the counter of the sites at which a user switches equipment. */
  switchCounter(person: number): SwitchRpc;
  /**
   * Announces that an e-mail may be due for which a user waits, so that it does not wait for the next minute. It never
   * throws, and takes the same time whether or not there is one.
   */
  announceMail(): Promise<void>;
  /** Queues batches of sites, each of which a queue consumer polls. */
  enqueuePollBatches(rounds: readonly PollBatchMessage[]): Promise<void>;
  /** ms UTC */
  now(): number;
  /** Rejects when the signal aborts it. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  randomBytes(length: number): Uint8Array;
  keys: KeyRing;
  envelopeKeys: EnvelopeKeys;
  /** Counts an attempt to sign in from an address; false if there were too many. */
  mayTryLogin(address: string): Promise<boolean>;
  /**
   * Counts one ticket or socket of a session, one socket of a logger's serial number, or one sealed call of a user.
   * Returns the seconds to wait if there were too many, else 0.
   */
  socketWait(step: "ticket" | "upgrade" | "loggerUpgrade" | "sealed", who: string): number;
  passwordCost: PasswordCost;
  /** Public origin of the portal, without a trailing slash; links in e-mails begin with it. */
  portalOrigin: string;
  /** The operator of the portal, shown in terms, privacy notice, error pages and e-mails. */
  operator: Operator;
  files: FileStore;
  /** Public keys of firmware; empty if none are configured. */
  firmwareKeys: FirmwareKeys;
  pictures: PictureCodec;
  countries: Countries;
  places: Places;
  weather: WeatherProvider;
  irradiance: IrradianceProvider;
  weatherWords: WeatherWords;
  alarmWords(language: Language): AlarmWords;
  /** Finds the alarms whose description or device contains a text in a language, where the log stores only keys of it. */
  findAlarmSubjects(search: string, language: Language): AlarmSubjects;
  tables: TableWriters;
  openExportEncoder: OpenEncoder;
  exportWords(language: Language): ExportWords;
  /** Queues a step of an export after a delay. It never throws: the job queues lost steps again. */
  enqueueExport(step: ExportStep, delaySeconds?: number): Promise<void>;
  /** Queues a step of an archive. It never throws: the job queues lost steps again. */
  enqueueArchive(step: ArchiveStep): Promise<void>;
  /** Counts a weather request; false if there were too many. */
  mayAskWeather(who: string): Promise<boolean>;
  globalEnergy: GlobalEnergy;
  /** Returns the display names of the config options. */
  configNames(language: Language): Promise<Readonly<Record<ConfigOption, string>>>;
  /** Returns the names of the device types. */
  deviceNames(language: Language): Promise<Readonly<Record<DeviceType, string>>>;
  phones: Phones;
  push: PushProvider;
  webhooks: WebhookProvider;
  /** Source of map tiles, which are shown in addition to the country outlines; null if not configured. */
  mapTiles: MapTiles | null;
  /** Requested language of the answer; the default one without a request. */
  language: Language;
  browser: Browser;
  log: Log;
};

/** The browser of a request, which a cookie identifies. */
export type Browser = {
  /** The cookie set at an earlier login; null if absent. */
  token: string | null;
  /** Browser and operating system, as in "Firefox, Linux"; null if unknown. */
  client: string | null;
  /** Sets the cookie. */
  keep(token: string): void;
};

/** An unfinished file. */
export type Upload = { key: string; uploadId: string };

/** Words of exported files in a language. */
export type ExportWords = {
  time: { local: string; offset: string };
  /** Returns the heading of a column of energies or averages. */
  energy(name: EnergyColumn): string;
  register(register: ExportRegister): string;
};

/** Columns of exported energies, in their order. */
export const ENERGY_COLUMNS = [
  "solar",
  "consumption",
  "gridImport",
  "gridExport",
  "batteryCharge",
  "battery",
  "generator",
  "directuse",
  "solarToBattery",
  "gridToBattery",
  "batterysoc",
  "batteryvol",
] as const;
export type EnergyColumn = (typeof ENERGY_COLUMNS)[number];

/** The store of users' and sites' files, by their random keys. */
export type FileStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string, range?: ByteRange): Promise<ReadableStream | null>;
  /** Returns the version and size, bytes, of a stored file; each upload is another version. */
  head(key: string): Promise<{ version: string; size: number } | null>;
  open(key: string): Promise<{ version: string; body: ReadableStream<Uint8Array> } | null>;
  delete(keys: readonly string[]): Promise<void>;
  /** Begins a file that is stored in parts, and returns the id of the upload. */
  startUpload(key: string, contentType: string): Promise<string>;
  /** Stores a part, numbered from 1, and returns its tag. All parts but the last one have the same length. */
  storePart(upload: Upload, number: number, bytes: Uint8Array): Promise<string>;
  /** Joins the parts, named by their tags, to the file. */
  completeUpload(upload: Upload, tags: readonly string[]): Promise<void>;
  /** Discards an unfinished file; one that does not exist any more is ignored. */
  abortUpload(upload: Upload): Promise<void>;
  /** Lists one page of all files; without a cursor in the result it is the last. */
  list(cursor?: string): Promise<{ files: { key: string; storedAt: number }[]; cursor?: string }>;
};

/** Result of re-encoding an upload: a new picture, or the reason for its refusal. */
export type Reencoded =
  | { bytes: Uint8Array; contentType: string }
  | { refused: "noPicture" | "sideTooLong" }
  | { refused: "tooManyPixels"; maxPixels: number };

export type PictureCodec = {
  /** Re-encodes a picture upright, at most as large as allowed, and without metadata. */
  reencode(bytes: Uint8Array): Promise<Reencoded>;
};

/** Looks up facts about a position without an outside service. */
export type Places = {
  /** IANA name; at sea that of the nautical zone. */
  timeZoneAt(position: Position): Promise<string>;
  /** ISO 3166-1 alpha-2; null if there is none. */
  countryAt(position: Position): Promise<string | null>;
};

/** Source of the irradiance from which solar production is forecast. */
export type IrradianceProvider = {
  /**
   * Returns the irradiance of the area around a position, and the rounded position of the area; null without a provider
   * or without an answer of it.
   */
  at(position: Position): Promise<{ irradiance: AreaIrradiance; position: Position } | null>;
};

/** Source of weather data. */
export type WeatherProvider = {
  /** Null while the provider is unavailable. */
  forecastAt(position: Position): Promise<Forecast | null>;
};

/** Words for alarms in a language. */
export type AlarmWords = {
  /** Returns what happened, as "Battery voltage is above the limit". */
  describe(alarm: DescribableAlarm): string;
  /** Returns the name of a device; empty for the whole site and for a device without a name. */
  device(deviceName: string): string;
  source(source: AlarmSource): string;
  level(level: EventLevel): string;
  reason(reason: EndReason): string;
  /** Returns the heading of a column of the exported log. */
  column(name: AlarmColumn): string;
  yes: string;
};

/** The fields of an alarm that its description is written from. */
export type DescribableAlarm = Pick<AlarmRow, "cause" | "deviceName" | "eventNo">;

/** Columns of the exported alarm log, in their order. */
export const ALARM_COLUMNS = [
  "logId",
  "device",
  "address",
  "source",
  "level",
  "description",
  "start",
  "active",
  "end",
  "duration",
  "value",
  "limit",
  "unit",
  "reason",
  "late",
  "acknowledgedBy",
  "acknowledgedAt",
] as const;
export type AlarmColumn = (typeof ALARM_COLUMNS)[number];

/** Cell of a table; a local time as "YYYY-MM-DD HH:mm:ss" becomes a date where the format has dates. */
export type TableCell = string | number | null | { localTime: string };

/** A table that is written row by row, and its parts so far. */
export type TableWriter = {
  add(cells: readonly TableCell[]): void;
  /** Completes the file. */
  finish(): Uint8Array;
};

/** Writers of table files. Texts that a spreadsheet would run as a formula are neutralised. */
export type TableWriters = {
  csv(): TableWriter;
  xlsx(isRightToLeft: boolean): TableWriter;
};

export type WeatherWords = (language: Language) => {
  condition(condition: Condition): string;
  direction(direction: WindDirection): string;
};

/** The total of all installations: the production of this portal's sites times a factor, plus a base. */
export type GlobalEnergy = {
  factor: number;
  /** Wh */
  base: number;
  /** Returns the recent result of `sum`, or computes it. */
  recall(sum: () => Promise<number>): Promise<number>;
};

export type Countries = {
  /**
   * Whether a country exists.
   * @param code ISO 3166-1 alpha-2, upper case
   */
  has(code: string): boolean;
  /** Lists all countries, sorted by their names in this language. */
  list(language: Language): Promise<{ code: string; name: string }[]>;
};

/** The server's RSA keys for sealed calls. */
export type EnvelopeKeys = {
  /** The public keys, the current one first. The first call creates the first key. */
  list(): Promise<PublicJwk[]>;
  /** The private key; null if there is no such key or it has expired. */
  find(kid: string): Promise<CryptoKey | null>;
  /** Rotates a key that is too old, and deletes those superseded long ago. */
  renew(): Promise<void>;
};

/** Picture tiles for maps. */
export type MapTiles = {
  /** URL template with `{z}`, `{x}`, `{y}` and optionally `{s}`. */
  url: string;
  /** The host of that URL, with `*` for the varying part. */
  host: string;
  /** Attribution text and its link. */
  attribution: { text: string; href: string | null };
};

export type Phones = {
  /**
   * Returns the number in international form (`+4930…`); null if it is invalid.
   * @param country country of numbers without a country code; empty if unknown
   */
  read(text: string, country: string): Promise<string | null>;
};

/** Log with one line per event, without personal data. */
export type Log = {
  info(event: string, details?: Readonly<Record<string, string | number | boolean>>): void;
  /**
   * Logs an error.
   * @param error the thrown or constructed error; it only goes to the log
   */
  error(event: string, error: unknown): void;
};

export type Person = {
  id: number;
  account: string;
  email: string;
  name: string;
  type: UserType;
  /** Users with a rule above 0 see the solar-scale dialog. */
  rule: number;
  /** Whether the user changes advanced settings without the advanced password of the site. */
  hiddenSettings: boolean;
  demo: boolean;
  language: Language;
  /** Path of the avatar. */
  header: string | null;
  /** Minutes of inactivity until the screen saver starts; 0 is off. */
  screenSaver: number;
  rightsVersion: number;
};

/** A signed-in user. */
export type SignedIn = {
  kind: "person";
  person: Person;
  /** Id of the session; a personal access token has its own. */
  session: string;
  /** The restriction of a personal access token; undefined for a session. */
  token?: TokenGrant;
  address: string;
};

/** A viewer of a site's share link, limited to that site. */
export type ShareCaller = {
  kind: "share";
  /** Id of the share session. */
  session: string;
  share: {
    id: number;
    siteId: number;
    version: number;
    hidesLocation: boolean;
    /** Time zone of the site, which a viewer must not receive if the link hides the location. */
    timeZone: string;
  };
  address: string;
};

/** A caller without a session; `endedElsewhere` if the presented session was ended by another one. */
export type Anonymous = { kind: "anonymous"; endedElsewhere: boolean; address: string };

/** The caller of an operation. `address` is the network address that failures are counted by. */
export type Caller = SignedIn | ShareCaller | Anonymous;
