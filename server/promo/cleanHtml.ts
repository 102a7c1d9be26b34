/**
 * Foreign HTML made harmless (D-088), by sanitize-html: only what is named here stays. It is done once, when a mail is
 * stored, and its work is bounded: a mail ends where it is longer, or has more tags, than any letter would.
 * The page it is shown in trusts it with nothing (promoPage.ts).
 */
import sanitize from 'sanitize-html'

/** What an e-mail is made of. */
const ELEMENTS =
  `a abbr address article b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em
  figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section
  small span strike strong sub sup table tbody td tfoot th thead time tr u ul var wbr`.split(/\s+/)
/** Left out with all they hold, which is no text to be read. */
const SWALLOWED =
  `applet audio canvas frame frameset head iframe math noembed noframes noscript object option plaintext script
  select style svg template textarea title video xmp`.split(/\s+/)
/** Attributes that hold a word, a number or a colour, on any element. */
const PLAIN = `abbr align alt bgcolor border cellpadding cellspacing color cols colspan datetime dir face headers height
  hspace lang nowrap rows rowspan scope size span start summary title type valign value vspace width`.split(/\s+/)
/** Properties of an inline style; none of them loads anything or leaves the sheet. */
const PROPERTIES =
  `background background-color border border-top border-right border-bottom border-left border-color border-style
  border-width border-collapse border-radius border-spacing box-sizing color direction display float clear font
  font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style
  list-style-type margin margin-top margin-right margin-bottom margin-left max-height max-width min-height min-width
  opacity padding padding-top padding-right padding-bottom padding-left table-layout text-align text-decoration
  text-indent text-transform vertical-align white-space width word-break word-spacing overflow-wrap`.split(/\s+/)
/** A value that names no resource and no script; escapes could spell either. */
const HARMLESS =
  /^(?!.*(?:url|image|expression|import|attr\(|var\(|env\(|element\(|behaviou?r|\\|@|<|>|\/\*))[^;{}]{1,300}$/is

/** Characters of a mail that are read. */
const LENGTH_MAX = 500_000
/** Signs that may begin a tag, read in a mail: the parser's work grows with their square. */
const TAGS_MAX = 20_000
/** Deeper nesting is no letter. */
const DEPTH_MAX = 200
const STYLE_MAX = 2000

export interface CleanHtml {
  readonly html: string
  /** Pictures from elsewhere: in the result when they were asked for, left out with their words when not. */
  readonly images: number
}

/** @param withImages pictures by `https:` stay; without, their alternative text stands in their place */
export function cleanHtml(source: string, withImages: boolean): CleanHtml {
  let images = 0
  const html = sanitize(bounded(source), {
    allowedTags: withImages ? ELEMENTS : ELEMENTS.filter((name) => name !== 'img'),
    nonTextTags: SWALLOWED,
    allowedAttributes: {
      '*': [...PLAIN, 'style'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'referrerpolicy', 'loading'],
    },
    allowedStyles: { '*': Object.fromEntries(PROPERTIES.map((name) => [name, [HARMLESS]])) },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: DEPTH_MAX,
    transformTags: {
      img: (tagName, attribs) => {
        const src = addressOf(attribs.src ?? '', ['https:'])
        if (src === null) return { tagName: 'span', attribs: {} }
        images++
        if (!withImages) return { tagName: 'span', attribs: {}, text: attribs.alt ?? '' }
        return { tagName, attribs: { ...kept(attribs), src, referrerpolicy: 'no-referrer', loading: 'lazy' } }
      },
      // Run on every element, after its own.
      '*': (tagName, attribs) => {
        if (tagName === 'img') return { tagName, attribs }
        return { tagName, attribs: tagName === 'a' ? link(attribs) : kept(attribs) }
      },
    },
    exclusiveFilter: ({ tag, text, attribs }) => tag === 'span' && text === '' && Object.keys(attribs).length === 0,
  })
  return { html, images }
}

/** As much of a mail as is read. */
function bounded(source: string): string {
  const text = source.slice(0, LENGTH_MAX)
  let end = -1
  for (let tags = 0; tags <= TAGS_MAX; tags++) {
    end = text.indexOf('<', end + 1)
    if (end < 0) return text
  }
  return text.slice(0, end)
}

function kept(attribs: sanitize.Attributes): sanitize.Attributes {
  const { style, href: _href, target: _target, rel: _rel, src: _src, ...others } = attribs
  return style === undefined || style.length > STYLE_MAX ? others : { ...others, style }
}

/** A link leads out: to a page, a mailbox, a telephone, in a new tab without a way back. */
function link(attribs: sanitize.Attributes): sanitize.Attributes {
  const href = addressOf(attribs.href ?? '', ['https:', 'http:', 'mailto:', 'tel:'])
  if (href === null) return kept(attribs)
  return { ...kept(attribs), href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}

function addressOf(value: string, protocols: readonly string[]): string | null {
  const address = URL.canParse(value.trim()) ? new URL(value.trim()) : null
  if (!address || !protocols.includes(address.protocol) || address.username !== '' || address.password !== '')
    return null
  return address.href
}
