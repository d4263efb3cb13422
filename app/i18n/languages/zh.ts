import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(["/locales/zh/*.json", "!**/{apidocs,mails,user}.json"], {
    eager: true,
    import: "default",
  }),
);
