import { expect, test } from "vitest";
import { readSuggested, roundEnergy } from "../../../../../tests/support/read-import-file.ts";

test("an export of SolarEdge is recognised", () => {
  const read = readSuggested(
    "Time,System Production (Wh)\n06/14/2024 12:00,1200\n06/14/2024 12:15,1300\n06/14/2024 12:30,",
    "America/New_York",
  );
  expect(read).toMatchObject({ rows: 3, problems: [], sums: { solar: 2_500 } });
  const { portal } = readSuggested(
    "Time,Production (Wh),Consumption (Wh),Export (Wh)\n14/06/2024,9,8,1\n15/06/2024,9,8,1",
    "Europe/Paris",
  );
  expect(["solarEdge", "enphase"]).toContain(portal);
});

test("an export of Fronius Solar.web is recognised, with its row of units", () => {
  const text = [
    "Datum und Uhrzeit;Direkt verbraucht;Energie aus Batterie bezogen;Energie in Batterie gespeichert;Energie ins Netz eingespeist;Energie vom Netz bezogen;PV Produktion;Verbrauch;State of Charge",
    "[dd.MM.yyyy HH:mm];[Wh];[Wh];[Wh];[Wh];[Wh];[Wh];[Wh];[%]",
    "26.10.2025 11:00;40,5;0;10;49,5;0;100;40,5;55",
    "26.10.2025 11:05;41;0;10;49;1,25;100;42,25;56",
  ].join("\r\n");
  expect(readSuggested(text, "Europe/Vienna")).toMatchObject({
    portal: "fronius",
    problems: [],
    sums: {
      solar: 200,
      gridExport: 98.5,
      gridImport: 1.25,
      batteryCharge: 20,
      batteryDischarge: 0,
      load: 82.75,
    },
    samples: { "0134": { values: [55, 56] } },
  });
});

test("an export of Victron VRM names its zone and its units in rows of their own", () => {
  const text = [
    "timestamp,System overview [0],System overview [0],System overview [0]",
    "Europe/Amsterdam (+01:00),Battery SOC,PV - DC-coupled,Grid L1",
    ",%,W,W",
    "2024-01-02 10:00:00,80,600,-300",
    "2024-01-02 10:15:00,81,400,100",
  ].join("\n");
  expect(readSuggested(text, "UTC")).toMatchObject({
    portal: "victron",
    problems: [],
    from: Date.UTC(2024, 0, 2, 9),
    sums: { solar: 250, gridExport: 75, gridImport: 25 },
    samples: { "0134": { values: [80, 81] } },
  });
});

test("the energy page of Home Assistant is turned into rows of time", () => {
  const text = [
    "entity_id,type,unit,2026-01-05T10:00:00.000Z,2026-01-05T11:00:00.000Z,2026-01-05T12:00:00.000Z",
    "sensor.import,grid_consumption,kWh,1.5,0.5,",
    "sensor.import_cost,grid_consumption_cost,EUR,0.4,0.1,",
    "sensor.pv,solar_production,kWh,0,2,1",
    "sensor.export,grid_return,kWh,0,0.25,0.5",
  ].join("\n");
  expect(readSuggested(text, "Europe/Berlin")).toMatchObject({
    portal: "homeAssistant",
    problems: [],
    sums: { gridImport: 2_000, solar: 3_000, gridExport: 750 },
  });
});

test("the statistics of Home Assistant are counters of several entities", () => {
  const rows = [0, 1, 2].flatMap((hour) => [
    `sensor.solar_energy,kWh,2025-06-01T0${hour}:00:00+00:00,${100 + hour},${10 + 2 * hour}`,
    `sensor.grid_import_energy,kWh,2025-06-01T0${hour}:00:00+00:00,${50 + hour},${5 + hour}`,
  ]);
  const text = ["statistic_id,unit,start,state,sum", ...rows].join("\n");
  expect(readSuggested(text, "UTC")).toMatchObject({
    portal: "homeAssistant",
    problems: [],
    sums: { solar: 4_000, gridImport: 2_000 },
  });
});

test("an export of PVOutput has its newest row first, units in its cells, and a counter of each day", () => {
  const text = [
    "Date,Time,Energy,Efficiency,Power,Average,Voltage",
    '21/06/24,12:10 PM,10.300kWh,1.9kWh/kW,"3,600W","3,500W",240.1V',
    '21/06/24,12:05 PM,10.000kWh,1.8kWh/kW,"3,500W","3,400W",240.0V',
    '21/06/24,12:00 PM,9.700kWh,1.7kWh/kW,"3,400W","3,400W",240.0V',
  ].join("\n");
  const read = readSuggested(text, "Australia/Sydney");
  expect(read).toMatchObject({ portal: "pvOutput", rows: 3, problems: [] });
  expect(roundEnergy(read.sums.solar)).toBe(600);
});

test("SolarEdge is recognised in German, French and Spanish, and own consumption is left out", () => {
  const targetsOf = (...headings: string[]) => {
    const head = ["Time", ...headings.map((heading) => `${heading} (Wh)`)].join(",");
    const row = (day: string) => [day, ...headings.map((_, place) => place + 1)].join(",");
    const read = readSuggested([head, row("14.06.2024"), row("15.06.2024")].join("\n"), "UTC");
    expect(read).toMatchObject({ portal: "solarEdge", problems: [] });
    return Object.fromEntries(
      read.columns.map(({ column, target }) => [headings[column - 1], target]),
    );
  };
  expect(
    targetsOf("Verbrauch", "Energie - Eigenverbrauch", "Bezug", "Exportieren", "Energie"),
  ).toEqual({
    Verbrauch: "load",
    Bezug: "gridImport",
    Exportieren: "gridExport",
    Energie: "solar",
  });
  expect(
    targetsOf("Autoconsommation", "Consommation", "Importer", "Exporter", "Production solaire"),
  ).toEqual({
    Consommation: "load",
    Importer: "gridImport",
    Exporter: "gridExport",
    "Production solaire": "solar",
  });
  expect(
    targetsOf("Autoconsumo", "Consumo de red", "Consumo", "Excedentes", "Producción solar"),
  ).toEqual({
    Consumo: "load",
    "Consumo de red": "gridImport",
    Excedentes: "gridExport",
    "Producción solar": "solar",
  });
});

test("self-consumption of an unknown portal is no load", () => {
  for (const name of ["Eigenverbrauch", "Self-consumption", "Self consumed", "Autoconsumo"]) {
    const text = `Date,${name} [kWh],Netzbezug [kWh]\n2024-06-14,1,2\n2024-06-15,1,2`;
    expect(readSuggested(text, "UTC")).toMatchObject({
      columns: [{ column: 2, target: "gridImport" }],
    });
  }
});

test("a file of Fronius without its row of units has watt-hours", () => {
  const text = [
    "Datum und Uhrzeit;Energie ins Netz eingespeist;Energie vom Netz bezogen;PV Produktion;Verbrauch",
    "01.06.2025 11:00;49,5;0;100;40,5",
    "01.06.2025 12:00;49;1,25;100;42,25",
  ].join("\r\n");
  expect(readSuggested(text, "Europe/Vienna")).toMatchObject({
    portal: "fronius",
    problems: [],
    sums: { solar: 200, gridExport: 98.5, gridImport: 1.25, load: 82.75 },
  });
});

test("the energies of Victron VRM are sums of the paths from each source and to each sink", () => {
  const text = [
    "timestamp,Solar Yield (delta),Grid to battery,Grid to consumers,PV to battery,PV to grid,PV to consumers,Battery to consumers,Battery to grid,Genset to consumers,Genset to battery,Gas",
    "Africa/Johannesburg (+02:00),kWh,kWh,kWh,kWh,kWh,kWh,kWh,kWh,kWh,kWh,m3",
    "2026-03-17 00:00:00,7,0.25,0.5,1,2,4,0.125,0.0625,8,16,",
    "2026-03-17 01:00:00,7,0.25,0.5,1,2,4,0.125,0.0625,8,16,",
  ].join("\n");
  expect(readSuggested(text, "UTC")).toMatchObject({
    portal: "victron",
    problems: [],
    from: Date.UTC(2026, 2, 16, 22),
    sums: {
      solar: 14_000,
      gridImport: 1_500,
      gridExport: 4_125,
      load: 25_250,
      batteryCharge: 34_500,
      batteryDischarge: 375,
      generator: 48_000,
    },
  });
});

test("the log of Victron VRM adds up the phases before it divides by sign", () => {
  const text = [
    "timestamp,Battery Monitor [512],Battery Monitor [512],System overview [0],System overview [0],System overview [0],System overview [0],System overview [0],System overview [0],System overview [0],PV Inverter [20],PV Inverter [20],PV Inverter [20]",
    "Europe/Tallinn (+03:00),State of charge,Voltage,AC Consumption L1,AC Consumption L2,AC Consumption L3,Grid L1,Grid L2,Grid L3,PV - DC-coupled,L1 Power,L2 Power,L3 Power",
    ",%,V,W,W,W,W,W,W,W,W,W,W",
    "2026-05-01 00:00:00,80,52,100,200,300,-500,200,100,1000,-3,10,20",
    "2026-05-01 00:15:00,81,52,100,200,300,500,-200,,1000,3,10,20",
  ].join("\n");
  const read = readSuggested(text, "UTC");
  expect(read).toMatchObject({
    portal: "victron",
    problems: [],
    negatives: 0,
    sums: { solar: 515, load: 300, gridImport: 75, gridExport: 50 },
    samples: {
      "0100": { values: [1_027, 1_033] },
      "0110": { values: [-200, 300] },
      "0131": { values: [52, 52] },
      "0134": { values: [80, 81] },
    },
  });
  const inOverview = text.replace("PV - DC-coupled", "PV - AC-coupled on output L1");
  // The overview has the inverters already.
  expect(readSuggested(inOverview, "UTC").sums.solar).toBe(500);
});

test("the energy page of Home Assistant has the sum of all entities of a type", () => {
  const text = [
    "entity_id,type,unit,2024-03-12T23:00:00.000Z,2024-03-13T00:00:00.000Z,2024-03-13T01:00:00.000Z",
    "sensor.l1_in,grid_consumption,kWh,0.25,0.5,0.75",
    "sensor.l2_in,grid_consumption,kWh,0.125,0.125,",
    "sensor.l3_in,grid_consumption,kWh,1,1,1",
    "sensor.cost,grid_consumption_cost,EUR,1,1,1",
    "sensor.pv1,solar_production,kWh,0,1,1",
    "sensor.pv2,solar_production,kWh,0,2,2",
  ].join("\n");
  expect(readSuggested(text, "Europe/Berlin")).toMatchObject({
    portal: "homeAssistant",
    problems: [],
    sums: { gridImport: 4_750, solar: 6_000 },
    samples: { "0110": { values: expect.arrayContaining([1_375, 1_625, 1_750]) } },
  });
});

test("the mark of daylight saving time in files of FusionSolar separates both passes", () => {
  const head =
    "Anlagenbericht;;;;;;\nStatistische Zeit;PV-Ertrag (kWh);Wechselrichterertrag (kWh);Netzeinspeisung (kWh);Netzbezug (kWh);Ladung (kWh);Entladung (kWh)";
  const row = (time: string) => `${time};0,060 ;1,010 ;0,010 ;0,020 ;0,320 ;0,520 `;
  const read = (...times: string[]) =>
    readSuggested([head, ...times.map(row)].join("\n"), "Europe/Berlin");
  const summer = read("2026-08-31 00:00:00 DST", "2026-08-31 01:00:00 DST");
  expect(summer).toMatchObject({
    portal: "fusionSolar",
    problems: [],
    repeated: null,
    from: Date.UTC(2026, 7, 30, 22),
  });
  const sums = Object.entries(summer.sums).map(([flow, sum]) => [flow, roundEnergy(sum)]);
  expect(Object.fromEntries(sums)).toEqual({
    solar: 120,
    gridImport: 40,
    gridExport: 20,
    batteryCharge: 640,
    batteryDischarge: 1_040,
  });
  const october = read(
    "2025-10-26 01:00:00 DST",
    "2025-10-26 02:00:00 DST",
    "2025-10-26 02:00:00",
    "2025-10-26 03:00:00",
  );
  expect(october).toMatchObject({ rows: 4, duplicates: 0, problems: [] });
  expect(october.samples["0100"]?.at.filter((at) => at % 3_600_000 === 0)).toEqual(
    [23, 24, 25, 26].map((hour) => Date.UTC(2025, 9, 25, hour)),
  );
});
