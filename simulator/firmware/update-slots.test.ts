import fc from "fast-check";
import { expect, test } from "vitest";
import { describeFirmware, firmwareBytes } from "../../tests/support/firmware.ts";
import { type SlotFlash, slotsInMemory } from "./slot-flash.ts";
import { UpdateSlots } from "./update-slots.ts";

const CHUNK = 65_536;
const SIZE = 2 * CHUNK + 300;

class Cut extends Error {}

/** How the power fails during a write: before it, in the middle of it, or after it. */
type Manner = "before" | "torn" | "after";

/** Flash whose power fails at its nth write from now, and that works again after that. */
function cutAt(flash: SlotFlash, nth: number, manner: Manner): SlotFlash & { writes: number } {
  return {
    writes: 0,
    read: (page) => flash.read(page),
    write(page, bytes) {
      this.writes += 1;
      if (this.writes !== nth) return flash.write(page, bytes);
      if (manner === "after") flash.write(page, bytes);
      if (manner === "torn") flash.write(page, bytes.slice(0, bytes.length >> 1));
      throw new Cut();
    },
  };
}

const release = (seed: number) => {
  const bytes = firmwareBytes(SIZE, seed);
  const manifest = describeFirmware(bytes, { version: `1.${seed}.0`, sequence: seed });
  return { bytes, manifest };
};
const [OLD, NEW] = [release(1), release(2)];

/** Continues an update from whatever is in flash, as a logger does after each start. @returns chunks that were fetched */
function proceed(flash: SlotFlash, { bytes, manifest }: typeof OLD, fetched: number[]): void {
  const slots = new UpdateSlots(flash);
  slots.boot();
  if (slots.running.isTrial) {
    slots.confirm();
    return;
  }
  if (slots.running.image?.sha256 === manifest.sha256) return;
  if (!slots.isTransferred("u")) {
    if (slots.transfer === null) slots.begin("u", "/files/firmware/x", manifest);
    while ((slots.missing ?? 0) > 0) {
      const place = slots.transfer?.received ?? 0;
      fetched.push(place);
      slots.addChunk(bytes.subarray(place * CHUNK, (place + 1) * CHUNK));
    }
    slots.finish();
  }
  slots.install();
}

/** A component that runs the old release. */
function oldFlash(): SlotFlash {
  const flash = slotsInMemory();
  for (let start = 0; start < 2; start += 1) proceed(flash, OLD, []);
  return flash;
}

function runningIn(flash: SlotFlash): string {
  const slots = new UpdateSlots(flash);
  slots.boot();
  const file = slots.readRunning();
  return file === null ? "nothing" : Buffer.from(file).toString("hex");
}
const hex = ({ bytes }: typeof OLD) => Buffer.from(bytes).toString("hex");

test("an update without a fault ends with the new release", () => {
  const flash = oldFlash();
  expect(runningIn(flash) === hex(OLD)).toBe(true);
  proceed(flash, NEW, []);
  proceed(flash, NEW, []);
  expect(runningIn(flash) === hex(NEW)).toBe(true);
});

test("a loss of power at any write of an update leaves the old or the new release, never nothing", () => {
  const counted = cutAt(oldFlash(), 0, "before");
  for (let start = 0; start < 2; start += 1) proceed(counted, NEW, []);
  for (let nth = 1; nth <= counted.writes; nth += 1)
    for (const manner of ["before", "torn", "after"] as const) {
      const flash = oldFlash();
      const fetched: number[] = [];
      const failing = cutAt(flash, nth, manner);
      expect(() => {
        for (let start = 0; start < 2; start += 1) proceed(failing, NEW, fetched);
      }).toThrow(Cut);
      expect([hex(OLD), hex(NEW)].includes(runningIn(flash)), `${nth} ${manner}`).toBe(true);
      for (let start = 0; start < 3; start += 1) proceed(flash, NEW, fetched);
      expect(runningIn(flash) === hex(NEW), `${nth} ${manner}`).toBe(true);
      // At most one chunk is fetched twice.
      expect(fetched.length - new Set(fetched).size).toBeLessThanOrEqual(1);
    }
});

test("any series of losses of power leaves one of the two releases, and the update ends when they do", () => {
  const cut = fc.record({
    nth: fc.integer({ min: 1, max: 12 }),
    manner: fc.constantFrom<Manner>("before", "torn", "after"),
  });
  fc.assert(
    fc.property(fc.array(cut, { maxLength: 8 }), (cuts) => {
      const flash = oldFlash();
      for (const { nth, manner } of cuts) {
        try {
          proceed(cutAt(flash, nth, manner), NEW, []);
        } catch (error) {
          if (!(error instanceof Cut)) throw error;
        }
        expect([hex(OLD), hex(NEW)].includes(runningIn(flash))).toBe(true);
      }
      for (let start = 0; start < 4; start += 1) proceed(flash, NEW, []);
      expect([hex(OLD), hex(NEW)].includes(runningIn(flash))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("an image that never becomes healthy is replaced by the one before it", () => {
  const flash = oldFlash();
  proceed(flash, NEW, []);
  for (let start = 0; start < 3; start += 1) expect(runningIn(flash) === hex(NEW)).toBe(true);
  expect(runningIn(flash) === hex(OLD)).toBe(true);
  expect(new UpdateSlots(flash).report).toMatchObject({ id: "u", state: "rolled back" });
});

test("a chunk with another hash is not stored", () => {
  const slots = new UpdateSlots(oldFlash());
  slots.begin("u", "/x", NEW.manifest);
  expect(slots.addChunk(OLD.bytes.subarray(0, CHUNK))).toBe(false);
  expect(slots.missing).toBe(NEW.manifest.chunks.length);
});
