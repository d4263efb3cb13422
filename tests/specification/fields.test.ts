import { expect, test } from "vitest";
import { z } from "zod";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";

const table = operations as readonly AnyOperation[];

/** Names of all fields that a call may answer, at any depth. */
function fieldsOf(path: string): Set<string> {
  const operation = table.find((row) => row.path === `POST ${path}`);
  if (operation === undefined) throw new Error(`${path} is not served`);
  const names = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [key, part] of Object.entries(schema)) {
      if (key === "properties") for (const name of Object.keys(part)) names.add(name);
      collect(part);
    }
  };
  collect(z.toJSONSchema(operation.description.output, { io: "output", unrepresentable: "any" }));
  return names;
}

/** Fields that section 3 of the specification names, by the call that answers them. */
const FIELDS: Readonly<Record<string, string>> = {
  "/site/v2/getSiteById":
    "id name systemId systemType systemCode location longitude latitude timeZone timeZoneId rawOffset dstOffset " +
    "creator account header role online alarmStatus batterySoc batteryCapacity batteryStatus batteryType " +
    "batteryVoltageType bmsProvide ckledVersion ckledSoftVersion commVersion commType hardwareVersion kinergyVersion " +
    "modelVersion inverterNums acinType acout2Type solar solarEnergy reduceScale electricityPrice priceUnit dealerId " +
    "debug runningType systemConfig systemMode workModel textPosition textPositionPhone bannerText bannerImages " +
    "websocketaddress websocketssladdress createTime updateTime lastConnectionTime lastDisconnectionTime " +
    "lastUpdateTime systemDatetime updateNum isNull sn geofence gps tags configs galleryImages products equipment",
  "/auth/v2/login": "token userInfo id name type email pubKey novaLanguage",
  "/user/v2/get":
    "id name email phone company country city dealer header type screenSaver mailLanguage banner language",
  "/site/v2/chart/overallStats":
    "totalTime pvHarvest consumption powersaving genRunTime geniRunTime genoRunTime priceUnit",
  "/site/v2/share/getBySiteId": "id account protection locationHide showWorld",
  "/site/v2/share/getByShareAccount": "account protection",
  "/site/v2/tag/getAllBySiteId": "name",
  "/site/v2/config/getAllBySiteIdAndlanguageCode": "option name value",
  "/site/v2/alarm/rule/list":
    "lowAlarm highAlarm lowClear highClear notifyAfter noData isOpen allowedGap autoLevel emailInterval alarmType " +
    "sustainTime max min unit",
  "/site/v4/alarm/logger/page":
    "total rows deviceName source description startTime dateTime duration",
  "/site/v2/equipment/getAllBySiteId":
    "equipmentType equipmentNo equipmentId typeCode alias module modelName model firmware lastConnectionTime " +
    "serialNumber softwareVersion hardwareVersion lcdVersion dspVersion mpptVersion lastLogin startAddress endAddress",
  "/site/v2/equipment/getUpdateInfoBySiteId": "updating progress",
  "/site/v2/chart/dayrecord/state": "state startTime endTime",
  "/site/v2/chart/periodrecord/state":
    "equipmentType equipmentTypeName equipmentTypeAllName rows status startTime endTime",
  "/site/v2/chart/summary":
    "datetime consumption solar acinput battery batterysoc batteryvol directuse grid load",
  "/site/v4/chart/detailStats": "day week month year data percent symbol total genRuntime",
  "/site/v2/chart/dayrecord/curve":
    "datetime acout acin solar acfeedback batterySoc batteryVoltage batteryCurrent val symbol",
  "/site/v2/chart/dayrecord/threephaseacout": "datetime acout1 acout2 acout3 val symbol",
  "/basic/v3/map/geonames/weather":
    "weatherDaily tempMin tempMax humidity textDay textNight iconDay iconNight windDirDay windDirNight windScaleDay " +
    "windScaleNight windSpeedDay windSpeedNight clouds icon temperature",
  "/site/v1/chart/overallStats/exportTask/list": "state",
  "/help/v2/news/nums": "nums",
};

test.each(Object.entries(FIELDS))("%s answers the fields of the specification", (path, names) => {
  const answered = fieldsOf(path);
  expect(names.split(" ").filter((name) => !answered.has(name))).toEqual([]);
});
