import "i18next";
import type common from "#locales/en/common.json";
import type errors from "#locales/en/errors.json";
import type login from "#locales/en/login.json";
import type sitelist from "#locales/en/sitelist.json";

// Keys are checked against the English texts, which are the fullest.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      common: typeof common;
      errors: typeof errors;
      login: typeof login;
      sitelist: typeof sitelist;
    };
  }
}
