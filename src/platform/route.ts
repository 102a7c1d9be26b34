// Where the page is, as an event may say it: tokens in a path or query never enter the log (D-069).
// The router matches paths without case.
const SECRET_PATHS = /^\/(signin|authverify|resetpwd|signup|merge|split)\/[^/]+/i
const SHOWN_QUERY = new Set([
  'release',
  'q',
  'sort',
  'genres',
  'markets',
  'versions',
  'release_types',
  'packages',
  'explicit',
  'artist',
  'label',
])

/** The path with tokens replaced by `:token`. */
export function loggedPath(path: string): string {
  return path.replace(SECRET_PATHS, (_, name: string) => `/${name}/:token`)
}

/** The query with every value left out that is not known to be harmless. */
export function loggedSearch(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of [...query.keys()]) if (!SHOWN_QUERY.has(name)) query.set(name, ':hidden')
  const text = query.toString()
  return text ? `?${text}` : ''
}
