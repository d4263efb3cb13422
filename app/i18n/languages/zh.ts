import { namespacesOf } from "../namespaces.ts";

export default namespacesOf(
  import.meta.glob(
    [
      "/locales/zh/*.json",
      "!**/{account,addsite,apidocs,around,charts,drafts,branding,listtools,login,mails,management,map,news,place,settings,share,user,welcome}.json",
    ],
    {
      eager: true,
      import: "default",
    },
  ),
);
