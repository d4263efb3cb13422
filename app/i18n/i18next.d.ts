import "i18next";
import type account from "#locales/en/account.json";
import type addsite from "#locales/en/addsite.json";
import type alarms from "#locales/en/alarms.json";
import type branding from "#locales/en/branding.json";
import type charts from "#locales/en/charts.json";
import type common from "#locales/en/common.json";
import type controls from "#locales/en/controls.json";
import type dashboard from "#locales/en/dashboard.json";
import type drafts from "#locales/en/drafts.json";
import type energy from "#locales/en/energy.json";
import type equipment from "#locales/en/equipment.json";
import type errors from "#locales/en/errors.json";
import type journal from "#locales/en/journal.json";
import type legal from "#locales/en/legal.json";
import type listtools from "#locales/en/listtools.json";
import type login from "#locales/en/login.json";
import type management from "#locales/en/management.json";
import type map from "#locales/en/map.json";
import type news from "#locales/en/news.json";
import type param from "#locales/en/param.json";
import type parameters from "#locales/en/parameters.json";
import type place from "#locales/en/place.json";
import type platform from "#locales/en/platform.json";
import type realtime from "#locales/en/realtime.json";
import type registers from "#locales/en/registers.json";
import type remote from "#locales/en/remote.json";
import type rollouts from "#locales/en/rollouts.json";
import type settings from "#locales/en/settings.json";
import type share from "#locales/en/share.json";
import type site from "#locales/en/site.json";
import type sitelist from "#locales/en/sitelist.json";
import type user from "#locales/en/user.json";
import type weather from "#locales/en/weather.json";
import type welcome from "#locales/en/welcome.json";

// Keys are checked against the English texts, which are complete.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      account: typeof account;
      addsite: typeof addsite;
      alarms: typeof alarms;
      charts: typeof charts;
      common: typeof common;
      controls: typeof controls;
      dashboard: typeof dashboard;
      drafts: typeof drafts;
      branding: typeof branding;
      equipment: typeof equipment;
      energy: typeof energy;
      errors: typeof errors;
      journal: typeof journal;
      legal: typeof legal;
      listtools: typeof listtools;
      login: typeof login;
      management: typeof management;
      map: typeof map;
      news: typeof news;
      param: typeof param;
      parameters: typeof parameters;
      place: typeof place;
      platform: typeof platform;
      rollouts: typeof rollouts;
      realtime: typeof realtime;
      registers: typeof registers;
      remote: typeof remote;
      settings: typeof settings;
      share: typeof share;
      site: typeof site;
      sitelist: typeof sitelist;
      user: typeof user;
      weather: typeof weather;
      welcome: typeof welcome;
    };
  }
}
