import { redirect } from "react-router";

/** The specification's way out of a site. */
export function loader() {
  return redirect("/sitelist");
}
