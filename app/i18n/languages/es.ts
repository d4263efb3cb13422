import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(["/locales/es/*.json", "!**/{apidocs,mails,user}.json"], {
    eager: true,
    import: "default",
  }),
);
