// Stands in for the React Router build, which exists only after `vite build`: the workerd tier
// tests everything but pages.
export const assets = {};
export const entry = { module: { default: () => new Response("no pages in this tier") } };
export const routes = {};
