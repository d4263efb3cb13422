import { generateKeyPairSync, sign } from "node:crypto";
import { DAY_MS } from "#domain/units/durations.ts";

/** A certificate for `localhost`, made by itself and good for a day; PEM. */
export function makeCertificate(now = Date.now()): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certified = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(instant(now - DAY_MS), instant(now + DAY_MS)),
    NAME,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(IS_AUTHORITY, FOR_LOCALHOST)),
  );
  const signature = sign("sha256", certified, privateKey);
  const cert = sequence(certified, ECDSA_WITH_SHA256, der(0x03, [0], signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

type Bytes = readonly number[] | Buffer;

/** One element of DER: its tag, its length, what is in it. */
function der(tag: number, ...parts: Bytes[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const size = length < 0x80 ? [length] : long;
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Bytes[]): Buffer {
  return der(0x30, ...parts);
}

/** An object identifier, in hex as it is encoded. */
function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function instant(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, "");
  // With two digits of the year, as they must be until 2050.
  return der(0x17, Buffer.from(text.slice(2)));
}

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const NAME = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost")))));
const IS_AUTHORITY = sequence(oid("551d13"), der(0x04, sequence(der(0x01, [0xff]))));
const FOR_LOCALHOST = sequence(
  oid("551d11"),
  der(0x04, sequence(der(0x82, Buffer.from("localhost")))),
);
