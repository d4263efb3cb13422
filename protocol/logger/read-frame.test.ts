import fc from "fast-check";
import { expect, test } from "vitest";
import { instantsOf } from "./messages.ts";
import { readLoggerFrame } from "./read-frame.ts";

const CONNECT = {
  cmd: 258,
  id: "c-1",
  protocol: 1,
  serial: "HP-000001",
  systemType: "10001",
  equipment: [
    {
      address: "003311",
      registers: [{ register: "0107", name: "acInputVoltage", kind: "gauge", access: "r" }],
    },
  ],
  events: [],
};
const BATCH = {
  cmd: 260,
  id: "b-1",
  start: 1_700_000_000_000,
  step: 1000,
  count: 3,
  values: { "0033110107": [230, null, "x"] },
};

function read(message: unknown) {
  return readLoggerFrame(JSON.stringify(message));
}

function refusal(message: unknown) {
  const result = typeof message === "string" ? readLoggerFrame(message) : read(message);
  return result.ok ? null : result.refusal;
}

test("a connect with only the required fields is accepted", () => {
  expect(read(CONNECT)).toMatchObject({ ok: true, message: { serial: "HP-000001", events: [] } });
});

test("null and what makes no sense count as left out, wherever a field may be", () => {
  const bare = read(CONNECT);
  const [piece] = CONNECT.equipment;
  const [gauge] = piece?.registers ?? [];
  for (const nothing of [null, true, [], {}]) {
    const register = {
      ...gauge,
      ...Object.fromEntries(
        ["unit", "min", "max", "step", "precision", "options", "rollover"].map((name) => [
          name,
          name === "options" && nothing !== null ? [] : nothing,
        ]),
      ),
      whenOff: nothing === true ? null : nothing,
    };
    const equipment = [
      {
        ...piece,
        typeCode: nothing,
        model: nothing,
        serial: nothing,
        alias: nothing,
        versions: nothing === null ? null : "1.0",
        registers: [register],
      },
    ];
    const more = { systemCode: nothing, clock: nothing, versions: null, backlog: nothing };
    expect(read({ ...CONNECT, equipment, ...more })).toEqual(bare);
  }
  expect(read({ ...CONNECT, backlog: false })).toEqual(bare);
  const event = { eventNo: 1, address: "003311", level: "fault", state: "raised", at: 5 };
  expect(read({ ...CONNECT, events: [{ ...event, code: null, message: null }] })).toEqual(
    read({ ...CONNECT, events: [event] }),
  );
});

test("equipment without registers is equipment", () => {
  for (const equipment of [[{ address: "003311" }], [{ address: "003311", registers: null }]])
    expect(read({ ...CONNECT, equipment })).toMatchObject({
      ok: true,
      message: { equipment: [{ address: "003311", registers: [] }] },
    });
});

test("numbers where they are natural are taken", () => {
  const register = {
    register: "0020",
    kind: "enum",
    access: "rw",
    step: 0,
    rollover: -1,
    precision: 12,
    options: { 0: 50, 1: "60 Hz", 2: null },
  };
  const equipment = [{ address: "003311", versions: { software: 2.5 }, registers: [register] }];
  const result = read({ ...CONNECT, clock: 1_700_000_000_000.7, versions: { hw: 3 }, equipment });
  expect(result).toMatchObject({
    ok: true,
    message: {
      clock: 1_700_000_000_000,
      versions: { hw: "3" },
      equipment: [{ versions: { software: "2.5" } }],
    },
  });
  const [piece] = result.ok && result.message.cmd === 258 ? result.message.equipment : [];
  expect(JSON.parse(JSON.stringify(piece?.registers))).toEqual([
    { register: "0020", kind: "enum", access: "rw", options: { 0: "50", 1: "60 Hz" } },
  ]);
});

test("a tree never needs much more room than it had in its frame", () => {
  const options = Array.from({ length: 75_000 }, (_, index) => `"${index}":1e20`).join();
  const frame = JSON.stringify(CONNECT).replace(
    '"access":"r"',
    `"access":"r","options":{${options}}`,
  );
  const result = readLoggerFrame(frame);
  if (!result.ok || result.message.cmd !== 258) throw new Error("not taken");
  expect(result.message.equipment[0]?.registers[0]?.options).toMatchObject({ 7: "1e+20" });
  expect(JSON.stringify(result.message.equipment).length).toBeLessThan(1.4 * frame.length);
});

test("required fields stay required", () => {
  for (const name of ["id", "protocol", "serial", "systemType", "equipment", "events"])
    for (const value of [undefined, null])
      expect(read({ ...CONNECT, [name]: value }).ok, name).toBe(false);
  for (const name of ["register", "kind", "access"]) {
    const register = { register: "0107", kind: "gauge", access: "r", [name]: null };
    const equipment = [{ address: "003311", registers: [register] }];
    expect(read({ ...CONNECT, equipment }).ok, name).toBe(false);
  }
});

test("a text has at most 200 characters, counted in code points", () => {
  const withAlias = (alias: string) =>
    read({ ...CONNECT, equipment: [{ address: "003311", alias }] }).ok;
  const withVersion = (version: string) => read({ ...CONNECT, versions: { x: version } }).ok;
  const withValue = (value: string) =>
    read({ ...BATCH, count: 1, values: { "0033110107": [value] } }).ok;
  const withSystemType = (systemType: string) => read({ ...CONNECT, systemType }).ok;
  expect(withSystemType("")).toBe(false);
  for (const taken of [withAlias, withVersion, withValue, withSystemType])
    for (const character of ["x", "é", "😀"]) {
      expect(taken(character.repeat(200))).toBe(true);
      expect(taken(character.repeat(201))).toBe(false);
    }
});

test("null beside given instants is omitted, and one instant needs no step", () => {
  const { start, step, count, ...rest } = BATCH;
  const listed = { ...rest, times: [1, 2, 3] };
  const nulls = { start: null, step: null, count: null };
  expect(read({ ...listed, ...nulls, backlog: null })).toEqual(read(listed));
  expect(read({ ...BATCH, times: null })).toEqual(read(BATCH));
  const one = { ...BATCH, count: 1, values: { "0033110107": [5] } };
  for (const given of [undefined, null, 0])
    expect(read({ ...one, step: given })).toMatchObject({ ok: true, message: { start, count: 1 } });
  for (const given of [undefined, null, 0])
    expect(refusal({ ...BATCH, step: given })).toMatchObject({ id: "b-1", status: 400 });
});

test("answers may name nothing with null", () => {
  expect(read({ cmd: 339, id: null, equipment: [] })).toEqual(read({ cmd: 339, equipment: [] }));
  expect(read({ cmd: 337, id: "q", status: 500, at: null, values: null }).ok).toBe(true);
  expect(read({ cmd: 511, id: null, status: 501, message: null }).ok).toBe(true);
  expect(read({ cmd: 256, id: null })).toEqual(read({ cmd: 256 }));
});

test("the status of an answer to a control replaces a missing result", () => {
  for (const [status, result] of [
    [200, "success"],
    [400, "parameter error"],
    [408, "response timeout"],
    [500, "configuration failed"],
  ] as const)
    for (const given of [undefined, null, ""]) {
      const item = { id: "i", status, result: given, value: null };
      for (const cmd of [321, 325])
        expect(read({ ...item, cmd })).toMatchObject({ ok: true, message: { result } });
      expect(read({ cmd: 323, id: "b", items: [item] })).toMatchObject({
        ok: true,
        message: { items: [{ id: "i", result }] },
      });
    }
  const reported = { cmd: 321, id: "i", status: 500, result: "response timeout" };
  expect(read(reported)).toMatchObject({ message: { result: "response timeout" } });
});

test("lower-case addresses are raised and unknown fields are left out", () => {
  const result = read({
    ...CONNECT,
    shoe: "size",
    equipment: [{ address: "00aa11", registers: [], colour: "red" }],
  });
  expect(result).toMatchObject({ ok: true, message: { equipment: [{ address: "00AA11" }] } });
  expect(JSON.stringify(result)).not.toMatch(/shoe|colour/);
});

test("instants are even or listed, and a column has one value for each", () => {
  expect(read(BATCH)).toMatchObject({ ok: true, message: { start: BATCH.start, step: 1000 } });
  const { start, step, count, ...listed } = BATCH;
  expect(read({ ...listed, times: [1, 2, 3] })).toMatchObject({
    ok: true,
    message: { times: [1, 2, 3] },
  });
  expect(refusal({ ...BATCH, count: 2 })).toMatchObject({ id: "b-1", status: 400 });
  expect(refusal({ ...listed, times: [1, 2] })).toMatchObject({ id: "b-1", status: 400 });
  expect(refusal({ ...listed, times: [1, 2, 2] })).toMatchObject({ id: "b-1", status: 400 });
  expect(refusal({ ...listed, times: [1, 2, 2.5] })).toMatchObject({ id: "b-1", status: 400 });
  expect(refusal(listed)).toMatchObject({ id: "b-1", status: 400 });
  expect(refusal({ ...BATCH, step: 0 })).toMatchObject({ id: "b-1", status: 400 });
});

test("an even instant is exact however long ago its start is", () => {
  const start = -Number.MAX_SAFE_INTEGER;
  for (const [step, count] of [
    [3_599_066_418_247_001, 4],
    [1_079_719_925_474_101, 11],
  ] as const) {
    const batch = { ...BATCH, start, step, count, values: {} };
    const result = read(batch);
    if (!result.ok || result.message.cmd !== 260) throw new Error("not taken");
    const exact = Array.from({ length: count }, (_, index) =>
      Number(BigInt(start) + BigInt(index) * BigInt(step)),
    );
    expect(instantsOf(result.message)).toEqual(exact);
  }
});

test("an empty batch is a batch", () => {
  expect(read({ ...BATCH, count: 0, values: {} }).ok).toBe(true);
  expect(read({ cmd: 260, id: "b", times: [], values: { "0033110107": [] } }).ok).toBe(true);
});

test("10,000 instants are taken and 10,001 are not", () => {
  const batch = (count: number) => ({
    ...BATCH,
    count,
    values: { "0033110107": Array.from({ length: count }, () => 1) },
  });
  expect(read(batch(10_000)).ok).toBe(true);
  expect(refusal(batch(10_001))).toMatchObject({ status: 400 });
});

test("an address sent in upper and in lower case is one column, merged by the rule for values", () => {
  const values = { "00aa110107": [1, 9, null], "00AA110107": [5, 2, "x"] };
  expect(read({ ...BATCH, values })).toMatchObject({
    ok: true,
    message: { values: { "00AA110107": [5, 9, "x"] } },
  });
});

test("an address in two spellings has one value for each instant in both", () => {
  const values = { "00aa110107": [1], "00AA110107": [5, 2, "x"] };
  expect(refusal({ ...BATCH, values })).toMatchObject({ id: "b-1", status: 400 });
});

test("a refusal repeats no name that is longer than an address", () => {
  const name = "an-unknown-name";
  for (const message of [
    { cmd: 337, id: "q", status: 200, values: { [name]: 1 } },
    { ...BATCH, values: { [name]: [1] } },
  ])
    expect(refusal(message)?.message).not.toContain(name.slice(0, 11));
});

test("an invalid value is refused", () => {
  for (const wrong of [true, {}, [1], "x".repeat(201)])
    expect(refusal({ ...BATCH, count: 1, values: { "0033110107": [wrong] } })).not.toBeNull();
  const infinite = `{"cmd":260,"id":"i","start":1,"step":1,"count":1,"values":{"0033110107":[1e999]}}`;
  expect(refusal(infinite)).toMatchObject({ id: "i", status: 400 });
});

test("half a surrogate pair in a text becomes the replacement character", () => {
  const frame = `{"cmd":260,"id":"s","start":1,"step":1,"count":1,"values":{"0033110107":["a\\ud800"]}}`;
  expect(readLoggerFrame(frame)).toMatchObject({
    message: { values: { "0033110107": ["a\ufffd"] } },
  });
});

test("a text that is not a JSON object is refused without an id", () => {
  for (const frame of ["", "null", "[]", "1", '"x"', "{", '{"cmd":256}x', "\ufeff{}", "NaN"])
    expect(refusal(frame)).toMatchObject({ cmd: 511, id: null, status: 400 });
  const binary = readLoggerFrame(new TextEncoder().encode('{"cmd":256}').buffer);
  expect(binary).toMatchObject({ ok: false, refusal: { id: null, status: 400 } });
});

test("an unknown command is refused with the frame's id", () => {
  for (const cmd of [255, 257, 259, 272, 304, 320, 352, 258.5, -1, "258", null, undefined, {}])
    expect(refusal({ ...CONNECT, cmd })).toMatchObject({ id: "c-1", status: 400 });
});

test("an id that is none is not echoed", () => {
  for (const id of ["", "x".repeat(65), 7, null, {}, undefined])
    expect(refusal({ ...BATCH, id, values: 1 })).toMatchObject({ id: null, status: 400 });
  for (const character of ["x", "é", "😀"]) {
    const id = character.repeat(64);
    expect(refusal({ ...BATCH, id, values: 1 })?.id).toBe(id);
    expect(read({ ...BATCH, id })).toMatchObject({ ok: true, message: { id } });
    expect(refusal({ ...BATCH, id: `${id}x` })?.id).toBeNull();
  }
});

test("another protocol is refused with 426, whatever else the connect contains", () => {
  expect(refusal({ cmd: 258, id: "new", protocol: 2 })).toMatchObject({ id: "new", status: 426 });
  expect(refusal({ ...CONNECT, protocol: "1" })).toMatchObject({ status: 400 });
  const { protocol, ...without } = CONNECT;
  expect(refusal(without)).toMatchObject({ status: 400 });
});

test("a frame of 1 MiB is taken and one byte more is not, counted in UTF-8", () => {
  const padded = (bytes: number, filler: string) => {
    const bare = JSON.stringify({ cmd: 256, pad: "" });
    const room = bytes - bare.length;
    const size = new TextEncoder().encode(filler).length;
    return JSON.stringify({
      cmd: 256,
      pad: filler.repeat(Math.floor(room / size)) + "x".repeat(room % size),
    });
  };
  for (const filler of ["x", "é", "日", "😀"]) {
    expect(readLoggerFrame(padded(1_048_576, filler)).ok).toBe(true);
    expect(readLoggerFrame(padded(1_048_577, filler)).ok).toBe(false);
  }
});

test("deep nesting neither breaks nor passes where it does not belong", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  expect(readLoggerFrame(`{"cmd":256,"x":${deep}}`).ok).toBe(true);
  expect(refusal(`{"cmd":260,"id":"d","values":${deep}}`)).toMatchObject({ id: "d", status: 400 });
  expect(refusal("[".repeat(1_000_000))).toMatchObject({ id: null, status: 400 });
});

test("names of the language's own objects are names like any other", () => {
  const frame = JSON.stringify(CONNECT).replace(
    '"address"',
    '"__proto__":{"address":"FFFFFF"},"constructor":{"prototype":{"x":1}},"versions":{"__proto__":"9","toString":"1"},"address"',
  );
  const result = readLoggerFrame(frame);
  expect(result).toMatchObject({ ok: true, message: { equipment: [{ address: "003311" }] } });
  expect(({} as Record<string, unknown>).x).toBeUndefined();
  for (const name of ["__proto__", "constructor", "toString"])
    expect(refusal(`{"cmd":260,"id":"p","times":[1],"values":{"${name}":[1]}}`)).toMatchObject({
      id: "p",
      status: 400,
    });
  expect(refusal('{"__proto__":{"cmd":256}}')).toMatchObject({ status: 400 });
});

test("the last of duplicate names counts", () => {
  expect(readLoggerFrame('{"cmd":999,"cmd":256}').ok).toBe(true);
});

test("limits of the tree hold", () => {
  const piece = (index: number, registers: number) => ({
    address: index.toString(16).padStart(6, "0"),
    registers: Array.from({ length: registers }, (_, register) => ({
      register: register.toString(16).padStart(4, "0"),
      kind: "gauge",
      access: "r",
    })),
  });
  const tree = (count: number, registers: number) =>
    Array.from({ length: count }, (_, index) => piece(index, registers));
  expect(read({ ...CONNECT, equipment: tree(200, 20) }).ok).toBe(true);
  expect(read({ ...CONNECT, equipment: tree(201, 1) }).ok).toBe(false);
  expect(read({ ...CONNECT, equipment: tree(200, 21) }).ok).toBe(false);
  expect(read({ ...CONNECT, equipment: [piece(1, 1), piece(1, 2)] }).ok).toBe(false);
});

test("mutated frames are read or refused, never a crash, and a refusal is at most 200 characters", () => {
  const frames = [CONNECT, BATCH].map((message) => JSON.stringify(message));
  const cut = fc.record({
    frame: fc.constantFrom(...frames),
    at: fc.nat(400),
    drop: fc.nat(12),
    put: fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        '"',
        "}",
        "]",
        "{",
        "null",
        "1e999",
        "-0",
        "\\ud800",
        '"__proto__":',
        "999999",
      ),
    ),
  });
  fc.assert(
    fc.property(cut, ({ frame, at, drop, put }) => {
      const result = readLoggerFrame(frame.slice(0, at) + put + frame.slice(at + drop));
      if (result.ok) return;
      expect(result.refusal.message.length).toBeLessThanOrEqual(200);
      expect([400, 426]).toContain(result.refusal.status);
      expect(JSON.parse(JSON.stringify(result.refusal))).toEqual(result.refusal);
    }),
    { numRuns: 2000 },
  );
});

test("any JSON is read or refused, never a crash", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.constantFrom(256, 258, 260, 262, 264, 321, 323, 337, 339, 511),
      (json, cmd) => {
        readLoggerFrame(json);
        const given = JSON.parse(json) as unknown;
        if (typeof given === "object" && given !== null)
          readLoggerFrame(JSON.stringify({ ...given, cmd }));
      },
    ),
  );
});
