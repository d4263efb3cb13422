import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(["/locales/de/*.json", "!**/{account,apidocs,login,mails,user,welcome}.json"], {
    eager: true,
    import: "default",
  }),
);
