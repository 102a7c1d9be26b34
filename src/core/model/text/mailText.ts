/**
 * The words of an e-mail that is foreign HTML, as its plain half would have them: nothing of it is markup any more, so
 * nothing of it can run, load or look like the page around it (D-088). One pass, whatever the text holds.
 */

/** What is written between these is not for readers. */
const UNREAD: ReadonlySet<string> = new Set(['style', 'script', 'title', 'template', 'textarea', 'noscript'])
/** A line of their own. */
const LINES: ReadonlySet<string> = new Set(
  (
    'br div tr table ul ol li dl dt dd section article header footer main nav aside address pre form figure ' +
    'figcaption hr'
  ).split(' '),
)
/** A line of their own, apart from what is around it. */
const PARAGRAPHS: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 blockquote'.split(' '))

/** @param html as it came; a text without any tag keeps its lines */
export function mailText(html: string): string {
  if (!/<[a-z!]/i.test(html)) return tidy(decoded(html))
  let text = ''
  let unread: string | null = null
  let link: { href: string; from: number } | null = null
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (unread === null) text += decoded(html.slice(at, end).replace(/\s+/g, ' '))
    if (open < 0) break
    if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) {
      if (unread === null) text += '<'
      at = open + 1
      continue
    }
    const mark = html.startsWith('<!--', open) ? '-->' : '>'
    const close = html.indexOf(mark, open)
    // A tag that never ends is the end of what can be read.
    if (close < 0) break
    const tag = html.slice(open + 1, close)
    at = close + mark.length
    const name = /^\/?([a-z][a-z\d]*)/i.exec(tag)?.[1]?.toLowerCase() ?? ''
    const isEnd = tag.startsWith('/')
    if (unread !== null) {
      if (isEnd && name === unread) unread = null
      continue
    }
    if (UNREAD.has(name)) unread = isEnd ? null : name
    else if (PARAGRAPHS.has(name)) text += '\n\n'
    else if (LINES.has(name)) text += '\n'
    else if (name === 'td' || name === 'th') text += ' '
    else if (name === 'img') text += attribute(tag, 'alt')
    else if (name === 'a') {
      if (link !== null && !text.slice(link.from).includes(link.href)) text += ` (${link.href})`
      const href = isEnd ? '' : attribute(tag, 'href')
      link = /^(https?:\/\/|mailto:)\S+$/i.test(href) ? { href, from: text.length } : null
    }
  }
  return tidy(text)
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*'|[^\\s"'>]+)`, 'i').exec(tag)?.[1] ?? ''
  return decoded(found.replace(/^["']|["']$/g, '')).trim()
}

/** Lines without spaces around them, and no half of a pair: two of them may have come as two numbers. */
const tidy = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '')
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const NAMED = new Map(Object.entries({
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', lsquo: '‘', rsquo: '’',
  ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', bull: '•', middot: '·', copy: '©', reg: '®', trade: '™', euro: '€', pound: '£',
  szlig: 'ß', aelig: 'æ', AElig: 'Æ', oslash: 'ø', Oslash: 'Ø', zwnj: '', zwj: '', shy: '',
})) // biome-ignore format: a table of names
const MARKS = new Map(Object.entries({
  grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a', caron: '\u030c', cedil: '\u0327',
})) // biome-ignore format: a table of names

/** What the numbers 128 to 159 are in HTML: signs of Windows-1252, a space where it has none. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Characters that are written by name or number; a name that is not known stays as it is. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,10}));/gi, (whole, digits, hex, name) => {
    if (name === undefined) {
      const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits)
      if (code >= 128 && code < 160) return WINDOWS[code - 128] ?? ''
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    }
    const mark = MARKS.get(name.slice(1))
    return NAMED.get(name) ?? (mark === undefined ? whole : (name[0] + mark).normalize('NFC'))
  })
}
