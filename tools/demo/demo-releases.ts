import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { DAY_MS } from "#domain/units/durations.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { queriesOf } from "../deployment/local-database.ts";
import { quote } from "../deployment/query.ts";
import { publishRelease } from "../firmware/edit-releases.ts";
import { signRelease } from "../firmware/sign-release.ts";
import { createSigningKey, readSigningKey, type SigningKey } from "../firmware/signing-key.ts";
import type { Runtime } from "../runtime.ts";
import type { StateDirectory } from "../state-directory.ts";
import { DEMO_SITES } from "./sites-data.ts";

/** Releases of the demo are valid for this long, ms. */
const VALID_MS = 5 * 365 * DAY_MS;
const VENDOR = "Helioport Demo";

/** A release that is newer than what the simulated equipment has. */
const RELEASES = [
  {
    size: 1_000_000,
    family: "Inverter 0033",
    typeCode: "0033",
    component: "dsp",
    version: "5.03",
    sequence: 503,
    from: ["5.x"],
    notes: {
      en: "Faster change to battery operation when the grid fails, and a quieter fan at low load.",
      de: "Schnellerer Wechsel in den Batteriebetrieb bei Netzausfall, leiserer Lüfter bei geringer Last.",
      fr: "Passage plus rapide sur batterie en cas de coupure du réseau, ventilateur plus silencieux à faible charge.",
      es: "Paso más rápido a batería cuando falla la red y ventilador más silencioso con poca carga.",
      zh: "电网断电时更快切换到电池供电，低负载时风扇更安静。",
      ar: "انتقال أسرع إلى البطارية عند انقطاع الشبكة، ومروحة أهدأ عند الحمل المنخفض.",
    },
  },
  {
    size: 600_000,
    family: "Battery 008B",
    typeCode: "008B",
    component: "software",
    version: "3.08",
    sequence: 308,
    from: ["3.x"],
    minSoc: 20,
    notes: {
      en: "More exact state of charge after long periods without a full charge.",
      de: "Genauerer Ladezustand nach langen Zeiträumen ohne Vollladung.",
      fr: "État de charge plus précis après de longues périodes sans charge complète.",
      es: "Estado de carga más exacto tras largos periodos sin carga completa.",
      zh: "长时间未充满后，电池电量显示更准确。",
      ar: "حالة شحن أدق بعد مدد طويلة دون شحن كامل.",
    },
  },
] as const;

/** Reads the key that signs the firmware of the demo; the first start of the platform creates it. */
export function readDemoKey(state: Pick<StateDirectory, "firmwareKey">): SigningKey {
  if (!existsSync(state.firmwareKey)) createSigningKey(state.firmwareKey);
  return readSigningKey(state.firmwareKey);
}

/**
 * Publishes the releases of the demo unless it has them, so that a release that was revoked stays revoked.
 * @param now ms UTC
 */
export async function publishDemoReleases(
  runtime: Pick<Runtime, "database" | "openFiles">,
  key: SigningKey,
  now: number,
): Promise<void> {
  const [query, apply] = queriesOf(runtime.database);
  const known = await query(
    `SELECT id FROM firmware_releases WHERE key_id = ${quote(key.keyId)} LIMIT 1`,
  );
  if (known.length > 0) return;
  const files = await runtime.openFiles();
  const stores = {
    query,
    apply,
    putFile: async (name: string, bytes: Uint8Array) => {
      await files.put(name, bytes);
    },
  };
  const keys = readFirmwareKeys(key.publicKey);
  for (const { size, ...fields } of RELEASES) {
    const bytes = makeFile(fields.family, size);
    const manifest = {
      ...{ vendor: VENDOR, models: modelsOf(fields.typeCode), ...fields },
      ...{ notBefore: now - DAY_MS, expires: now + VALID_MS },
    };
    await publishRelease(stores, { signed: signRelease(bytes, manifest, key), bytes }, keys, now);
  }
}

/** Bytes without a meaning, which differ by the seed. */
function makeFile(seed: string, size: number): Uint8Array {
  return createHash("shake256", { outputLength: size }).update(seed).digest();
}

/** Models of the demo sites' equipment of a type. */
function modelsOf(typeCode: string): string[] {
  const pieces = DEMO_SITES.flatMap(({ profile }) => {
    if (profile?.kind !== "simulated") return [];
    const { inverter, battery } = profile;
    return battery === null ? [inverter] : [inverter, battery];
  });
  return [
    ...new Set(pieces.filter((piece) => piece.typeCode === typeCode).map(({ model }) => model)),
  ];
}
