import { ChakraProvider, chakra, defaultSystem } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";

/** The least a page can be: rendered by React under the Chakra provider. No session, no database, no router. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/hello") return answer(<p>{"hello"}</p>);
    if (pathname === "/rows") return answer(<Rows />);
    return new Response(null, { status: 404 });
  },
};

async function answer(content: ReactNode): Promise<Response> {
  const body = await renderToReadableStream(<Page>{content}</Page>);
  await body.allReady;
  return new Response(body, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

function Page({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{"Floor"}</title>
      </head>
      <body>
        <ChakraProvider value={defaultSystem}>{children}</ChakraProvider>
      </body>
    </html>
  );
}

const SITES = Array.from({ length: 50 }, (_, index) => ({
  name: `Site number ${index + 1}`,
  place: `Harbour ${index + 1}`,
  status: index % 3 === 0 ? "Warning" : "Normal",
  charge: 40 + index,
  power: 1200 + 17 * index,
  at: new Date(1_700_000_000_000 + index * 60_000).toISOString(),
}));

/** Fifty native rows that show what a row of the product's list shows, styled once on the table. */
function Rows() {
  return (
    <Table>
      <thead>
        <tr>
          {["Status", "Name", "Alarm", "Battery", "Solar", "Last data"].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SITES.map((site) => (
          <tr key={site.name}>
            <td className={site.status}>{site.status}</td>
            <td>
              <a href={`/realtime?site=${site.name}`}>{site.name}</a>
              <span>{site.place}</span>
            </td>
            <td>
              <span className="alarm">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M12 3.5 2.5 20h19zM12 10v4.5M12 17.2h.01" />
                </svg>
                {site.status}
              </span>
            </td>
            <td>
              <span className="bar" style={{ width: `${site.charge}%` }} />
              <b>{site.charge}</b> <small>{"%"}</small>
            </td>
            <td>
              <b>{site.power}</b> <small>{"W"}</small>
            </td>
            <td>
              <time dateTime={site.at} title={site.at}>
                {"as of 3 minutes ago"}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = chakra("table", {
  base: {
    w: "full",
    "& td, & th": { px: "4", py: "2" },
    "& .Warning": { color: "orange.fg" },
    "& svg": { display: "inline", h: "4", fill: "none", stroke: "currentColor" },
    "& .bar": { display: "inline-block", h: "2", bg: "green.solid" },
  },
});
