// Where the page is, as an event may say it: tokens in a path or query never enter the log (D-069).
// The router matches paths decoded and without case.
const SECRET = /^(signin|authverify|resetpwd|signup|merge|split)$/i
/** What stands behind these names something everybody here may see: ids, kinds of results. */
const OPEN = /^(releases|playlists|search)$/i
/** The parts of a page's address are plain words; whatever else somebody opens may be a secret of theirs. */
const WORD = /^[a-z_-]{1,30}$/i
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

/** The path with tokens replaced by `:token`, wherever in it they stand, and what is no part of a page by `:hidden`. */
export function loggedPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  const isOpen = OPEN.test(decoded(parts[0] ?? ''))
  let isSecret = false
  const logged = parts.map((part) => {
    if (isSecret) return ':token'
    const word = decoded(part)
    isSecret = SECRET.test(word)
    if (isOpen && !isSecret) return part
    return WORD.test(word) ? word : ':hidden'
  })
  return `/${logged.join('/')}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The query with every value left out that is not known to be harmless. */
export function loggedSearch(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of [...query.keys()]) if (!SHOWN_QUERY.has(name)) query.set(name, ':hidden')
  const text = query.toString()
  return text ? `?${text}` : ''
}
