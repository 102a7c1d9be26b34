import { expect, onTestFinished, test, vi } from 'vitest'
import { mailText } from './mailText.ts'

test('RELEASE-030, D-088: the words of an e-mail are read line by line, and nothing of its markup is left', () => {
  const mail = `<!doctype html><html><head><title>No</title><style>p { color: red }</style></head><body>
    <!-- <p>hidden</p> --><h1>Slow   Harbour</h1><script>alert('<p>')</script>
    <p>Out <b>now</b>,<br>and <a href="https://label.test/a?b=1&amp;c=2">listen</a> or see <a href='https://x.test/'>https://x.test/</a>.</p>
    <table><tr><td>1</td><td>Lantern Street</td></tr><tr><td>2</td><td>Lamps</td></tr></table>
    <img src="https://spy.test/1.png" onerror="x()" alt="Cover"><a href="javascript:alert(1)">win</a></body></html>`
  expect(mailText(mail)).toBe(
    [
      'Slow Harbour',
      '',
      'Out now,',
      'and listen (https://label.test/a?b=1&c=2) or see https://x.test/.',
      '',
      '1 Lantern Street',
      '',
      '2 Lamps',
      '',
      'Coverwin',
    ].join('\n'),
  )
})

test.each([
  ['plain\nwords &amp; lines', 'plain\nwords & lines'],
  ['<p>Bj&ouml;rk &#8211; &#x41;&nbsp;caf&eacute; &toString; &#0;</p>', 'Björk – A café &toString;'],
  // Numbers of Windows-1252, which every reader of HTML takes for its signs; and pairs that came as halves.
  ['<p>it&#146;s &#150; &#x80;5&#129;</p>', 'it’s – €5'],
  ['<p>a&#xD83D;b &#xD83D;&#xDE00;</p>', 'ab 😀'],
  ['<p>1 < 2 and 3 <</p>', '1 < 2 and 3 <'],
  ['<p>kept</p><a href="never', 'kept'],
  ['<STYLE>x</STYLE><DIV>a</DIV><DIV>b</DIV>', 'a\n\nb'],
  ['<style>never ends <p>a', ''],
  ['', ''],
])('of %j is %j', (html, text) => {
  expect(mailText(html)).toBe(text)
})

test.each(['<!--', '<a href="', '<style>', '< ', '&#'])('searches what never ends no more than once: %s', (part) => {
  const html = `<p>${part.repeat(2000)}`
  let searched = 0
  const indexOf = String.prototype.indexOf
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, wanted, from = 0) {
    const found = indexOf.call(this, wanted, from)
    searched += (found < 0 ? this.length : found) - from
    return found
  })
  onTestFinished(() => spy.mockRestore())
  mailText(html)
  spy.mockRestore()
  expect(searched).toBeGreaterThan(0)
  // Once for where a tag begins, once for where it ends, and once for a mark that is not there.
  expect(searched).toBeLessThan(3 * html.length + 10)
})
