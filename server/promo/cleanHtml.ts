/**
 * Foreign HTML, rebuilt from what is known to be harmless (D-088): only the elements and attributes named
 * here come out, and every `<` of the result is one this file wrote. Nothing is repaired or kept "as is",
 * so a reader cannot be made to see other elements than these: text is escaped, values are quoted, and the
 * elements whose content is read by other rules (script, style, svg, textarea, …) are left out with all they hold.
 */

/** What an e-mail is made of. */
const ELEMENTS = new Set(
  `a abbr address article b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em
  figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section
  small span strike strong sub sup table tbody td tfoot th thead time tr u ul var wbr`.split(/\s+/),
)
const VOID = new Set(['br', 'col', 'hr', 'img', 'wbr'])
/** Left out with everything up to their end tag: what stands in them is no text to be read. */
const SWALLOWED = new Set(
  `applet audio canvas frame frameset head iframe math noembed noframes noscript object option plaintext script
  select style svg template textarea title video xmp`.split(/\s+/),
)
/** Attributes that hold a word, a number or a colour, on any element. */
const PLAIN = new Set(
  `abbr align alt bgcolor border cellpadding cellspacing color cols colspan datetime dir face headers height
  hspace lang nowrap rows rowspan scope size span start summary title type valign value vspace width`.split(/\s+/),
)
/** Properties of an inline style; none of them loads anything or leaves the sheet. */
const PROPERTIES =
  /^(background|background-color|border(-(top|right|bottom|left))?(-(color|style|width))?|border-collapse|border-radius|border-spacing|box-sizing|color|direction|display|float|clear|font(-(family|size|style|variant|weight))?|height|letter-spacing|line-height|list-style(-type)?|margin(-(top|right|bottom|left))?|max-height|max-width|min-height|min-width|opacity|padding(-(top|right|bottom|left))?|table-layout|text-align|text-decoration|text-indent|text-transform|vertical-align|white-space|width|word-break|word-spacing|overflow-wrap)$/
/** Whatever could name a resource or a script in a style; escapes could spell either. */
const LOADS = /url|image|expression|import|attr\(|var\(|env\(|element\(|behaviou?r|\\|@|<|>|\/\*/i
/** Deeper nesting is no letter. */
const DEPTH_MAX = 200
const LENGTH_MAX = 1_000_000

export interface CleanHtml {
  readonly html: string
  /** Pictures from elsewhere: in the result when they were asked for, left out with their words when not. */
  readonly images: number
}

/** @param withImages pictures by `https:` stay; without, their alternative text stands in their place */
export function cleanHtml(source: string, withImages: boolean): CleanHtml {
  const out: string[] = []
  const open: string[] = []
  let images = 0
  for (const token of tokens(source.slice(0, LENGTH_MAX))) {
    if (token.kind === 'text') out.push(escapeText(decode(token.text)))
    else if (token.kind === 'end') {
      const at = open.lastIndexOf(token.name)
      if (at < 0) continue
      for (const name of open.splice(at).reverse()) out.push(`</${name}>`)
    } else if (ELEMENTS.has(token.name)) {
      const attributes = cleanAttributes(token.name, token.attributes)
      if (token.name === 'img') {
        const src = remoteImage(token.attributes.get('src') ?? '')
        if (src === null) continue
        images++
        if (!withImages) {
          out.push(escapeText(token.attributes.get('alt') ?? ''))
          continue
        }
        attributes.push(` src="${escapeValue(src)}" referrerpolicy="no-referrer" loading="lazy"`)
      }
      if (open.length >= DEPTH_MAX) continue
      out.push(`<${token.name}${attributes.join('')}>`)
      if (!VOID.has(token.name)) open.push(token.name)
    }
  }
  for (const name of open.reverse()) out.push(`</${name}>`)
  return { html: out.join(''), images }
}

type Token =
  | { kind: 'text'; text: string }
  | { kind: 'start'; name: string; attributes: Map<string, string> }
  | { kind: 'end'; name: string }

/** Splits as the HTML standard does where it matters here; what is unclear counts as text or is left out. */
function* tokens(source: string): Generator<Token, void, void> {
  let at = 0
  /** Elements without an end tag from here on: looked for once, or a hostile text would be read over and over. */
  const endless = new Set<string>()
  while (at < source.length) {
    const start = source.indexOf('<', at)
    if (start < 0) return yield { kind: 'text', text: source.slice(at) }
    if (start > at) yield { kind: 'text', text: source.slice(at, start) }
    const next = source[start + 1] ?? ''
    if (next === '!' || next === '?') {
      const end = source.startsWith('<!--', start) ? source.indexOf('-->', start + 4) : source.indexOf('>', start)
      if (end < 0) return
      at = end + (source.startsWith('<!--', start) ? 3 : 1)
      continue
    }
    const isEnd = next === '/'
    const named = /^[a-zA-Z][^\s/>]*/.exec(source.slice(start + (isEnd ? 2 : 1), start + 80))
    if (!named) {
      yield { kind: 'text', text: '<' }
      at = start + 1
      continue
    }
    const name = named[0].toLowerCase()
    const read = readAttributes(source, start + (isEnd ? 2 : 1) + named[0].length)
    if (read === null) return
    at = read.end
    if (isEnd) yield { kind: 'end', name }
    else if (SWALLOWED.has(name)) at = afterElement(source, at, name, endless)
    else yield { kind: 'start', name, attributes: read.attributes }
  }
}

/** Where reading goes on behind the end tag of a swallowed element; at the end of the text when it has none. */
function afterElement(source: string, from: number, name: string, endless: Set<string>): number {
  const end = new RegExp(`</${name}(?=[\\s/>])[^>]*>`, 'gi')
  end.lastIndex = from
  if (!endless.has(name) && end.exec(source)) return end.lastIndex
  endless.add(name)
  // These two may stand without an end tag, and what follows them is read as ever.
  return name === 'head' || name === 'option' ? from : source.length
}

const ATTRIBUTE = /[\s/]*(?:([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?)?/y

function readAttributes(source: string, from: number): { attributes: Map<string, string>; end: number } | null {
  const attributes = new Map<string, string>()
  let at = from
  while (at < source.length) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(source)
    const length = found?.[0].length ?? 0
    if (found?.[1] !== undefined) {
      const name = found[1].toLowerCase()
      if (!attributes.has(name)) attributes.set(name, decode(found[2] ?? found[3] ?? found[4] ?? ''))
    }
    at += length
    if (source[at] === '>') return { attributes, end: at + 1 }
    // A stray quote or equals sign: no e-mail writes it, and what follows it is not to be guessed.
    if (length === 0) at++
  }
  return null
}

function cleanAttributes(element: string, attributes: ReadonlyMap<string, string>): string[] {
  const kept: string[] = []
  for (const [name, value] of attributes) {
    if (PLAIN.has(name)) kept.push(` ${name}="${escapeValue(value)}"`)
    else if (name === 'style') {
      const style = cleanStyle(value)
      if (style !== '') kept.push(` style="${escapeValue(style)}"`)
    } else if (name === 'href' && element === 'a') {
      const href = outward(value)
      if (href !== null) kept.push(` href="${escapeValue(href)}" target="_blank" rel="noopener noreferrer nofollow"`)
    }
  }
  return kept
}

function cleanStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':')
      const [name, value] = [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()]
      return colon > 0 && PROPERTIES.test(name) && !LOADS.test(value) && value.length <= 300 ? `${name}:${value}` : ''
    })
    .filter((declaration) => declaration !== '')
    .join(';')
}

/** A link that leads out: to a page, a mailbox, a telephone. */
function outward(value: string): string | null {
  return addressOf(value, ['https:', 'http:', 'mailto:', 'tel:'])
}

function remoteImage(value: string): string | null {
  return addressOf(value, ['https:'])
}

function addressOf(value: string, protocols: readonly string[]): string | null {
  const address = URL.canParse(value.trim()) ? new URL(value.trim()) : null
  if (!address || !protocols.includes(address.protocol) || address.username !== '' || address.password !== '')
    return null
  return address.href
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ndash: '\u2013', mdash: '\u2014', hellip: '\u2026',
  lsquo: '\u2018', rsquo: '\u2019', ldquo: '\u201c', rdquo: '\u201d', copy: '\u00a9', reg: '\u00ae', trade: '\u2122',
  eacute: '\u00e9', egrave: '\u00e8', agrave: '\u00e0', ccedil: '\u00e7', auml: '\u00e4', ouml: '\u00f6', uuml: '\u00fc',
  bull: '\u2022', middot: '\u00b7', euro: '\u20ac', pound: '\u00a3', times: '\u00d7', rarr: '\u2192', larr: '\u2190',
} // biome-ignore format: a table

/** Character references as characters; unknown ones stay as they are written. */
function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\0', '')
}

function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('`', '&#96;')
}
