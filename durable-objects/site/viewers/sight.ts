import { can } from "#domain/access/can.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS, SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { Register, RegisterValue } from "#domain/registers/register.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";

/** What a viewer sees beyond values, errors and status. */
export type Sight = {
  /** Serial numbers and positions. */
  identity: boolean;
  commands: boolean;
};

export function sightOf(actor: SiteActor): Sight {
  return { identity: can(actor, "viewIdentity"), commands: can(actor, "viewCommands") };
}

const { gpsLatitude, gpsLongitude, gpsAltitude } = SITE_ADDRESS;
const GPS: readonly string[] = [gpsLatitude, gpsLongitude, gpsAltitude];
/** What texts in these say is known beforehand: the state of something. */
const CATALOGUED: ReadonlySet<string> = new Set(
  Object.keys(SITE_REGISTERS).map((register) => SITE_EQUIPMENT + register),
);
/**
 * Names under which a logger's own registers tell which device it is, or where: by its position and address, by the
 * clock and the grid rules of its country, by the network it is in, or by whose it is: in the six languages.
 */
const TELLING_NAME = new RegExp(
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

/** Addresses of a tree that only somebody with sight of the identity gets to see, and those with one of a few values. */
type Known = { telling: ReadonlySet<string>; options: ReadonlySet<string> };

/** Trees are replaced, never changed. */
const known = new WeakMap<readonly Equipment[], Known>();

function knownOf(tree: readonly Equipment[]): Known {
  const held = known.get(tree);
  if (held !== undefined) return held;
  const addresses = (test: (register: Register, equipment: string) => boolean) =>
    tree.flatMap(({ address, registers }) =>
      registers.filter((one) => test(one, address)).map(({ register }) => address + register),
    );
  const made = {
    telling: new Set([...GPS, ...addresses(isTelling)]),
    options: new Set(addresses(({ kind }) => kind === "enum")),
  };
  known.set(tree, made);
  return made;
}

/** A piece of equipment without what identifies it. */
export function withoutIdentity(piece: Equipment): Equipment {
  const { serial: _, ...rest } = piece;
  const registers = piece.registers.filter(
    (register) =>
      !isTelling(register, piece.address) && !GPS.includes(piece.address + register.register),
  );
  return { ...rest, registers };
}

/**
 * Whether a register tells which device it is, or where: by its name, or as a text of its logger's own, which may say
 * anything under any name.
 * @param equipment address of the piece that it is one of
 */
export function isTelling({ register, name, kind }: Register, equipment: string): boolean {
  if (kind === "text" && !CATALOGUED.has(equipment + register)) return true;
  return name !== undefined && TELLING_NAME.test(name.normalize("NFC"));
}

/** Whether only somebody with sight of the identity gets to see a value: none of a logger's own words are for others. */
export function isHiddenValue(
  tree: readonly Equipment[],
  address: string,
  value: RegisterValue,
): boolean {
  const { telling, options } = knownOf(tree);
  if (telling.has(address)) return true;
  return typeof value === "string" && !CATALOGUED.has(address) && !options.has(address);
}

/** Events without what their logger says of them: a message may say anything. Level, number and equipment stay. */
export function withoutMessages(errors: readonly EquipmentError[]): EquipmentError[] {
  return errors.map((error) => ({ ...error, message: "" }));
}
