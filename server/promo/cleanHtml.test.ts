import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOSTILE_PROMO } from '../catalogue/demo/fixtures.ts'
import { cleanHtml } from './cleanHtml.ts'
import { promoPage, remoteImages } from './promoPage.ts'

const clean = (html: string, withImages = false) => cleanHtml(html, withImages).html

describe('an e-mail', () => {
  it('keeps its tables, its words and its inline styles', () => {
    const mail =
      '<table width="100%" cellpadding="0"><tr><td style="background:#123456;padding:4px 8px"><b>Out &amp; about</b><br>“now”</td></tr></table>'
    expect(clean(mail)).toBe(mail)
  })
  it('opens its links in a new tab without a way back', () => {
    expect(clean('<a href="https://label.example/x?a=1&amp;b=2" target="_top" onclick="x()">Hear</a>')).toBe(
      '<a href="https://label.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">Hear</a>',
    )
    expect(clean('<a href="mailto:promo@label.example">Write</a>')).toContain('href="mailto:promo@label.example"')
  })
  it('closes what it left open and drops what it closed twice', () => {
    expect(clean('<p><b>one</p></i>two')).toBe('<p><b>one</b></p>two')
  })
  it('shows pictures only when they were asked for, and their words otherwise', () => {
    const mail = '<p><img src="https://label.example/a.png" alt="The band" width="300"></p>'
    expect(clean(mail)).toBe('<p>The band</p>')
    expect(clean(mail, true)).toContain('<img alt="The band" width="300" src="https://label.example/a.png"')
    expect([remoteImages(mail), remoteImages('<p>none</p>')]).toEqual([1, 0])
  })
})

describe('RELEASE-030: a hostile e-mail', () => {
  it.each([
    ['a script', '<script>alert(1)</script>x', 'x'],
    ['a script that never ends', 'x<script>alert(1)', 'x'],
    ['an end tag with a space', '<script>alert(1)</script \n>x', 'x'],
    ['an event handler', '<p onclick=alert(1) oNmouseover="x">x</p>', '<p>x</p>'],
    ['a handler behind a slash', '<b/onclick=alert(1)>x</b>', '<b>x</b>'],
    ['a javascript link', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['one with a tab in it', '<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['one spelt in references', '<a href="&#106;avascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['a data link', '<a href="data:text/html,<script>1</script>">x</a>', '<a>x</a>'],
    ['a link with a password', '<a href="https://u:p@label.example/">x</a>', '<a>x</a>'],
    ['a relative link', '<a href="/account">x</a>', '<a>x</a>'],
    ['svg', '<svg onload=alert(1)><script>1</script></svg>x', 'x'],
    ['math that hides an image', '<math><mtext><img src=x onerror=alert(1)></mtext></math>x', 'x'],
    ['noscript that hides an attribute', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x', '"&gt;x'],
    ['a style sheet', '<style>@import url(//a.example);body{display:none}</style>x', 'x'],
    ['a style that loads', '<p style="background:url(https://a.example/x);color:red">x</p>', '<p style="color:red">x</p>'],
    ['a style that escapes', '<p style="background:u\\72l(//a.example)">x</p>', '<p>x</p>'],
    ['a style in references', '<p style="background:&#117;rl(//a.example)">x</p>', '<p>x</p>'],
    ['a cover over everything', '<div style="position:fixed;inset:0;z-index:9">x</div>', '<div>x</div>'],
    ['frames and objects', '<iframe srcdoc="<script>1</script>"></iframe><object data=x></object><embed src=x>x', 'x'],
    ['a form', '<form action="https://a.example"><input name=password><button>Sign in</button></form>', 'Sign in'],
    ['a refresh', '<meta http-equiv=refresh content="0;url=https://a.example">x', 'x'],
    ['a base', '<base href="https://a.example/">x', 'x'],
    ['a preconnect', '<link rel=preconnect href="https://a.example">x', 'x'],
    ['a comment that hides a tag', '<!-- --><b>x</b><!-- <img src=x onerror=1> -->', '<b>x</b>'],
    ['a tag in an attribute', '<b title="</b><script>alert(1)</script>">x</b>', '<b title="&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;">x</b>'],
    ['a tag in references', '&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a broken tag', '<b <script>x</b>', '<b>x</b>'],
    ['a pixel by http', '<img src="http://a.example/p.png" alt="">x', 'x'],
  ])('%s', (_name, html, expected) => {
    expect(clean(html)).toBe(expected)
    expect(clean(html, true)).toBe(expected)
  }) // biome-ignore format: one attack a line

  it('comes out as nothing but elements and attributes of an e-mail, whatever it was', () => {
    const piece = fc.constantFrom(
      '<', '>', '"', "'", '`', '=', '/', '&', '<!--', '-->', '<b', '<a href=', '<script>', '</script>', '<img src=https://a.example/x onerror=', '<svg>',
      '</svg>', 'style="', 'url(', '&lt;', '&#60;', '&#x3c;', '<textarea>', '</textarea ', 'javascript:', '\0', '<!', '<?', ' onload=x ', 'x', '\n',
    ) // biome-ignore format: a table
    const allowed = /<(?:\/?[a-z][a-z0-9]*|[a-z][a-z0-9]*(?: [a-z]+="[^"<>'`]*")*)>/g
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, withImages) => {
        const result = clean(pieces.join(''), withImages)
        expect(result.replace(allowed, '')).not.toMatch(/[<>]/)
        for (const [tag] of result.matchAll(allowed)) {
          expect(tag).not.toMatch(/^<(?:script|svg|textarea|style|iframe)/)
          for (const [, name] of tag.matchAll(/ ([a-z]+)="/g)) expect(name).not.toMatch(/^on/)
        }
      }),
      { numRuns: 2000 },
    )
  })
  it('takes no longer the longer it tries', () => {
    for (const attack of ['<head>', '<option>', '<b ', '<!--', '<script>', '&#', '<b><i>', '</b>', '<a b="'])
      expect(clean(attack.repeat(100_000)).length).toBeLessThan(2_000_000)
  }, 5_000)
})

describe('the page it is shown in', () => {
  it('RELEASE-030: runs nothing and calls nobody, by a policy of its own', () => {
    const { html, policy } = promoPage(HOSTILE_PROMO, 'en', false)
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
