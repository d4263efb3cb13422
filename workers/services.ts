import type { CountryCode } from "libphonenumber-js";
import { PASSWORD_COST, passwordSlot } from "#database/auth/password-hash.ts";
import { connect } from "#database/connect.ts";
import { DEFAULT_LANGUAGE } from "#domain/languages.ts";
import { type Operator, readOperator, UNNAMED_OPERATOR } from "#domain/operator.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Context, MapTiles, Phones, Places } from "#operations/context.ts";
import { type FirmwareKeys, readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { sendMessages } from "#protocol/queue-batches.ts";
import { findAlarmSubjects } from "./alarm-search.ts";
import { alarmWords } from "./alarm-words.ts";
import { noBrowser } from "./browser-cookie.ts";
import { configNames } from "./config-names.ts";
import { countries } from "./countries.ts";
import { deviceNames } from "./device-names.ts";
import { checkEnvironment, readMapSettings } from "./env.ts";
import { openEnvelopeKeys } from "./envelope-keys.ts";
import { enqueueArchive, enqueueExport } from "./exports/export-queue.ts";
import { exportWords } from "./exports/export-words.ts";
import { openEncoder } from "./exports/open-encoder.ts";
import { openFiles } from "./files.ts";
import { openIrradiance } from "./irradiance-provider.ts";
import { readLocalReceivers } from "./local-receivers.ts";
import { log } from "./log.ts";
import { announceMail } from "./mail-queue.ts";
import { pictures } from "./pictures.ts";
import { createPushProvider } from "./push/create-push-provider.ts";
import { ShortMemory } from "./short-memory.ts";
import { findSiteContextSettings } from "./site-context-settings.ts";
import { siteRpc, switchRpc } from "./site-stubs.ts";
import { SocketPace } from "./socket-pace.ts";
import { csvTable } from "./tables/csv-table.ts";
import { xlsxTable } from "./tables/xlsx-table.ts";
import { openWeather } from "./weather-provider.ts";
import { weatherWords } from "./weather-words.ts";
import { createWebhookProvider } from "./webhooks/create-webhook-provider.ts";
import { resolveHost } from "./webhooks/resolve-host.ts";

const GLOBAL_ENERGY_MS = MINUTE_MS;

/** Loads the numbering rules when they are first used. */
const phones: Phones = {
  async read(text, country) {
    const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
    const number = parsePhoneNumberFromString(text, {
      ...(country !== "" && { defaultCountry: country as CountryCode }),
      extract: false,
    });
    return number?.isValid() ? number.number : null;
  },
};

/** Both modules are large and rarely needed, so they are loaded when they are first used. */
const places: Places = {
  async timeZoneAt({ latitude, longitude }) {
    const { default: lookUp } = await import("@photostructure/tz-lookup");
    return lookUp(latitude, longitude);
  },
  async countryAt({ latitude, longitude }) {
    const { iso1A2Code } = await import("@rapideditor/country-coder");
    return iso1A2Code([longitude, latitude]);
  },
};

const known = new WeakMap<Env, Context>();

/**
 * Returns the dependencies of operations, which are equal for every request of an environment.
 * @throws Error if the environment is not configured
 */
export function contextOf(env: Env): Context {
  const there = known.get(env);
  if (there !== undefined) return there;
  const deps = {
    keys: deriveKeyRing(checkEnvironment(env)),
    database: connect(env.DB),
    now: () => Date.now(),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  };
  passwordSlot.clock = { now: deps.now, pause: (ms) => scheduler.wait(ms) };
  const pace = new SocketPace(deps.now);
  const memory = new ShortMemory(deps.now);
  const { weatherAddress, globalEnergy } = findSiteContextSettings(env);
  const outgoing = {
    portalOrigin: env.PORTAL_ORIGIN,
    localReceivers: readLocalReceivers(env),
    now: deps.now,
    fetch: (address: string, init: RequestInit) => fetch(address, init),
  };
  const operator = operatorOf(env);
  const context: Context = {
    ...deps,
    envelopeKeys: openEnvelopeKeys(deps),
    siteObject: (siteId) => siteRpc(env, siteId),
    enqueuePollBatches: (rounds) => sendMessages(env.SITE_EVENTS, rounds),
    switchCounter: (person) => switchRpc(env, person),
    announceMail: () => announceMail(env),
    pause: (ms, signal) => scheduler.wait(ms, signal === undefined ? {} : { signal }),
    mayTryLogin: async (address) => (await env.LOGIN_ATTEMPTS.limit({ key: address })).success,
    socketWait: (step, who) => pace.take(step, who),
    passwordCost: PASSWORD_COST,
    portalOrigin: env.PORTAL_ORIGIN,
    operator,
    push: createPushProvider({ ...outgoing, keys: deps.keys, operator }),
    webhooks: createWebhookProvider({
      ...outgoing,
      resolve: (name) => resolveHost(name, outgoing.fetch),
    }),
    files: openFiles(env.FILES),
    firmwareKeys: firmwareKeysOf(env),
    pictures,
    countries,
    places,
    weather: openWeather({
      address: weatherAddress,
      now: deps.now,
      log,
      edge: () => (caches as unknown as { default: Cache }).default,
    }),
    irradiance: openIrradiance({
      address: weatherAddress,
      database: deps.database,
      now: deps.now,
      log,
    }),
    weatherWords,
    alarmWords,
    findAlarmSubjects,
    tables: { csv: csvTable, xlsx: xlsxTable },
    openExportEncoder: openEncoder,
    exportWords,
    enqueueArchive: (step) => enqueueArchive(env, step),
    enqueueExport: (step, delaySeconds) => enqueueExport(env, step, delaySeconds),
    mayAskWeather: async (who) => (await env.WEATHER_CALLS.limit({ key: who })).success,
    globalEnergy: {
      ...globalEnergy,
      recall: (sum) => memory.recall("globalEnergy", GLOBAL_ENERGY_MS, sum),
    },
    configNames,
    deviceNames,
    phones,
    mapTiles: mapTilesOf(env),
    language: DEFAULT_LANGUAGE,
    browser: noBrowser,
    log,
  };
  known.set(env, context);
  return context;
}

/** A portal whose operator cannot be shown still stores the data of its loggers; a deployment refuses such settings. */
function operatorOf(env: Env): Operator {
  try {
    return readOperator(env);
  } catch (error) {
    log.error("the operator is not shown", error);
    return UNNAMED_OPERATOR;
  }
}

/** A portal without map tiles is still useful. */
function mapTilesOf(env: Env): MapTiles | null {
  try {
    return readMapSettings(env);
  } catch (error) {
    log.error("maps have no tiles", error);
    return null;
  }
}

/** A portal whose firmware keys cannot be read sends no firmware, and stays in service. */
function firmwareKeysOf({ FIRMWARE_KEYS: text = "" }: { FIRMWARE_KEYS?: string }): FirmwareKeys {
  try {
    return readFirmwareKeys(text);
  } catch (error) {
    log.error("no firmware is sent", error);
    return new Map();
  }
}
