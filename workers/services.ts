import { PASSWORD_COST, passwordSlot } from "#database/auth/password-hash.ts";
import { connect } from "#database/connect.ts";
import { DEFAULT_LANGUAGE } from "#domain/languages.ts";
import { type Operator, readOperator, UNNAMED_OPERATOR } from "#domain/operator.ts";
import type { Context, MapTiles } from "#operations/context.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { sendMessages } from "#protocol/queue-batches.ts";
import { noBrowser } from "./browser-cookie.ts";
import { configNames } from "./config-names.ts";
import { countries } from "./countries.ts";
import { checkEnvironment, readMapSettings } from "./env.ts";
import { openEnvelopeKeys } from "./envelope-keys.ts";
import { openFiles } from "./files.ts";
import { log } from "./log.ts";
import { phones } from "./phones.ts";
import { pictures } from "./pictures.ts";
import { places } from "./places.ts";
import { ShortMemory } from "./short-memory.ts";
import { findSiteContextSettings } from "./site-context-settings.ts";
import { siteRpc, switchRpc } from "./site-stubs.ts";
import { SocketPace } from "./socket-pace.ts";
import { openWeather } from "./weather-provider.ts";
import { weatherWords } from "./weather-words.ts";

const GLOBAL_ENERGY_MS = 60_000;

const known = new WeakMap<Env, Context>();

/** The dependencies of operations, equal for every request of an environment. @throws Error if it is not configured */
export function contextOf(env: Env): Context {
  const there = known.get(env);
  if (there !== undefined) return there;
  const sources = {
    keys: deriveKeyRing(checkEnvironment(env)),
    database: connect(env.DB),
    now: () => Date.now(),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  };
  passwordSlot.clock = { now: sources.now, pause: (ms) => scheduler.wait(ms) };
  const pace = new SocketPace(sources.now);
  const memory = new ShortMemory(sources.now);
  const { weatherAddress, globalEnergy } = findSiteContextSettings(env);
  const context: Context = {
    ...sources,
    envelopeKeys: openEnvelopeKeys(sources),
    siteObject: (siteId) => siteRpc(env, siteId),
    enqueuePollBatches: (rounds) => sendMessages(env.SITE_EVENTS, rounds),
    switchCounter: (person) => switchRpc(env, person),
    pause: (ms, signal) => scheduler.wait(ms, signal === undefined ? {} : { signal }),
    mayTryLogin: async (address) => (await env.LOGIN_ATTEMPTS.limit({ key: address })).success,
    socketWait: (step, who) => pace.take(step, who),
    passwordCost: PASSWORD_COST,
    portalOrigin: env.PORTAL_ORIGIN,
    operator: operatorOf(env),
    files: openFiles(env.FILES),
    pictures,
    countries,
    places,
    weather: openWeather({
      address: weatherAddress,
      now: sources.now,
      log,
      edge: () => (caches as unknown as { default: Cache }).default,
    }),
    weatherWords,
    mayAskWeather: async (who) => (await env.WEATHER_CALLS.limit({ key: who })).success,
    globalEnergy: {
      ...globalEnergy,
      recall: (sum) => memory.recall("globalEnergy", GLOBAL_ENERGY_MS, sum),
    },
    configNames,
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
