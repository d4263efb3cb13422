import { can } from "#domain/access/can.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS, SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register, RegisterValue } from "#domain/registers/register.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";

/** Parts of the site that a viewer may see in addition to values, errors and statuses. */
export type ViewerVisibility = {
  /** Whether serial numbers and positions are visible. */
  identity: boolean;
  commands: boolean;
  /** Whether the viewer may know when an alarm changed. */
  alarms: boolean;
};

export function visibilityFor(actor: SiteActor): ViewerVisibility {
  return {
    identity: can(actor, "viewIdentity"),
    commands: can(actor, "viewCommands"),
    alarms: can(actor, "viewAlarmLog"),
  };
}

const { gpsLatitude, gpsLongitude, gpsAltitude } = SITE_ADDRESS;
const GPS: readonly string[] = [gpsLatitude, gpsLongitude, gpsAltitude];
/** Registers whose texts are known states. */
const CATALOGUED: ReadonlySet<string> = new Set(
  Object.keys(SITE_REGISTERS).map((register) => SITE_EQUIPMENT + register),
);
/**
 * Names of a logger's own registers that identify a device or its place: position and address, clock and grid rules of
 * a country, networks, or owners, in the six languages.
 */
const IDENTIFYING_NAME = new RegExp(
  [
    /serial|\bs\/?n\b|imei|iccid|\bmac\b|ssid|\bip\b|host ?name/,
    /latitude|longitude|altitude|gps|(?<!al)location|address|street|\bcity\b|city ?name/,
    /postal|post ?code|\bzip\b|zip ?code|country|region|province|time ?zone|\butc\b|utc ?offset/,
    /grid ?(code|standard|rule)|safety ?(code|standard)/,
    /\b(lat|lon|lng)\b|site ?name|owner|customer|installer|phone/,
    /seriennummer|breitengrad|l(ä|ae)ngengrad|standort|\bort\b|\bplz\b|adresse|stra(ß|ss)e|zeitzone/,
    /\bkunde|telefon|tel[ée]fono|t[ée]l[ée]phone|propri[ée]taire|propietario|installateur/,
    /n[úu]mero de serie|latitud|longitud|ubicaci[óo]n|direcci[óo]n|ciudad|zona horaria/,
    /num[ée]ro de s[ée]rie|emplacement|\bville\b|\brue\b|code postal|fuseau horaire/,
    /序列号|纬度|经度|地址|位置|时区|电话|业主|客户/,
    /الرقم التسلسلي|خط العرض|خط الطول|الموقع|موقع|العنوان|عنوان|المدينة|المنطقة الزمنية|الهاتف|المالك/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** Addresses that only viewers with `identity` see, and addresses of registers with a fixed set of values. */
type Known = { identifying: ReadonlySet<string>; options: ReadonlySet<string> };

/** Trees are replaced, never changed, so the result is cached by tree. */
const known = new WeakMap<readonly Equipment[], Known>();

function knownOf(tree: readonly Equipment[]): Known {
  const held = known.get(tree);
  if (held !== undefined) return held;
  const addresses = (test: (register: Register, equipment: string) => boolean) =>
    tree.flatMap(({ address, registers }) =>
      registers.filter((one) => test(one, address)).map(({ register }) => address + register),
    );
  const made = {
    identifying: new Set([...GPS, ...addresses(isIdentifying)]),
    options: new Set(addresses(({ kind }) => kind === "enum")),
  };
  known.set(tree, made);
  return made;
}

/** Returns a piece of equipment without its identifying fields and registers. */
export function redactIdentity(piece: Equipment): Equipment {
  const { serial: _, ...rest } = piece;
  const registers = piece.registers.filter(
    (register) =>
      !isIdentifying(register, piece.address) && !GPS.includes(piece.address + register.register),
  );
  return { ...rest, registers };
}

/**
 * Whether a register identifies a device or its place: by its name, or because it is a free text of the logger, which
 * may contain anything.
 * @param equipment address of the piece of equipment with the register
 */
export function isIdentifying({ register, name, kind }: Register, equipment: string): boolean {
  if (kind === "text" && !CATALOGUED.has(equipment + register)) return true;
  return name !== undefined && IDENTIFYING_NAME.test(name.normalize("NFC"));
}

/** Whether only viewers with `identity` see a value; a free text of the logger is hidden from all others. */
export function isHiddenValue(
  tree: readonly Equipment[],
  address: string,
  value: RegisterValue,
): boolean {
  const { identifying, options } = knownOf(tree);
  if (identifying.has(address)) return true;
  return typeof value === "string" && !CATALOGUED.has(address) && !options.has(address);
}

/**
 * Returns events without their messages, which may contain anything. Level, number, equipment and codes of the
 * catalogue stay.
 */
export function redactMessages(errors: readonly EquipmentError[]): EquipmentError[] {
  return errors.map((error) => ({ ...error, message: "" }));
}
