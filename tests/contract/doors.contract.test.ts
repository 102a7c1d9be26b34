/** Who may knock, under which name, and what every answer says whatever it answers. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_ADDRESSES } from '#core/model/accountPages.ts'
import { PAGES } from '#core/model/pages.ts'
import { TokenPair } from '#core/model/people/account.ts'
import { SessionsAnswer } from '#core/model/people/sessions.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { call, expectJson, login } from './http.ts'
import { linkToken, mailsTo } from './people.ts'
import { raw, rawGet } from './raw.ts'
import { type StartedServer, startServer } from './server.ts'

let server: StartedServer | undefined
let url = ''
let own = ''
beforeAll(async () => {
  server = await startServer({
    env: {
      ALLOWED_HOSTS: 'player.lan, 192.168.7.9:8080',
      PUBLIC_URL: 'https://Player.Example/',
      TRUST_PROXY: '127.0.0.1',
    },
  })
  url = server.url
  own = new URL(url).host
}, 150_000)
afterAll(() => server?.stop(), 40_000)

const port = () => new URL(url).port

describe('the names of the server', () => {
  it.each([
    'localhost', 'LOCALHOST', 'localhost.', 'localhost:1', 'localhost:', '127.0.0.1', '127.0.0.1:4173', '[::1]', '[0:0:0:0:0:0:0:1]:99', '[::ffff:127.0.0.1]',
    'player.lan', 'Player.LAN.:443', 'player.example', 'player.example:8443', '192.168.7.9', '192.168.7.9:80',
  ])('answers as %s', async (host) => {
    expect((await rawGet(url, '/healthz', host)).status).toBe(200)
  }) // biome-ignore format: a list

  it.each([
    'attacker.example', 'localhost.attacker.example', 'attackerlocalhost', 'player.lan.attacker.example', 'x.player.example', 'localhost..', '.localhost', '127.0.0.2',
    '[::2]', '0.0.0.0', '[::]', '10.0.0.7', 'localhost@attacker.example', 'attacker.example#localhost', 'localhost/x', 'localhost:port', 'localhost:99999', 'local host', 'localhost,attacker.example', '',
  ])('does not answer as %j', async (host) => {
    for (const path of ['/healthz', '/api/player.json', '/dev/outbox', '/assets/x.js']) {
      const { status, headers, body } = await rawGet(url, path, host)
      expect([path, status]).toEqual([path, 421])
      expect(headers['content-type']).toContain('application/json')
      expect(JSON.parse(body)).toMatchObject({ code: 'MISDIRECTED' })
    }
  }) // biome-ignore format: a list

  it('shows whoever opens a page under another name one static page that says what to do', async () => {
    for (const path of ['/', '/releases', '/login?token=x', '/nowhere']) {
      const { status, headers, body } = await rawGet(url, path, 'attacker.example', ['Accept: text/html'])
      expect(status).toBe(421)
      expect(headers['content-type']).toContain('text/html')
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toContain('ALLOWED_HOSTS')
      expect(body).not.toMatch(/<script|<link|<img|https?:|attacker/)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
      expect(headers['content-security-policy']).not.toContain('script-src')
    }
    const posted = await raw(
      url,
      ['POST /releases HTTP/1.1', 'Host: attacker.example', 'Content-Length: 2', 'Connection: close'],
      '{}',
    )
    expect([posted.status, posted.headers['content-type']]).toEqual([421, 'application/json; charset=utf-8'])
  })

  it('believes the name of the address line before the header, whichever is foreign', async () => {
    const line = (target: string, host: string) =>
      raw(url, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close'])
    expect((await line(`http://${own}/healthz`, own)).status).toBe(200)
    expect((await line(`http://${own}/healthz`, 'attacker.example')).status).toBe(200)
    expect((await line('http://attacker.example/healthz', own)).status).toBe(421)
    expect((await line('http://attacker.example', own)).status).toBe(421)
    expect((await line(`http://user@${own}/healthz`, own)).status).toBe(421)
    // And an address in that form is no way around what hangs on paths.
    expect((await line(`http://${own}/api/nothing`, own)).headers['cache-control']).toBe('no-store')
  })

  it('refuses a request that names no host, or two', async () => {
    for (const head of [
      ['GET /healthz HTTP/1.0'],
      ['GET /healthz HTTP/1.1', 'Connection: close'],
      ['GET /healthz HTTP/1.1', `Host: ${own}`, 'Host: attacker.example', 'Connection: close'],
      ['GET healthz HTTP/1.1', `Host: ${own}`, 'Connection: close'],
    ]) {
      const { status, headers } = await raw(url, head)
      expect([head, status]).toEqual([head, 400])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect((await raw(url, ['GET /healthz HTTP/1.0', `Host: ${own}`])).status).toBe(200)
  })

  it('looks at the name a trusted proxy passes on, and at the header as well', async () => {
    const forwarded = (host: string, name: string) => rawGet(url, '/healthz', host, [`X-Forwarded-Host: ${name}`])
    expect((await forwarded(own, 'player.example')).status).toBe(200)
    expect((await forwarded(own, 'attacker.example')).status).toBe(421)
    expect((await forwarded(own, 'attacker.example, player.example')).status).toBe(421)
    expect((await forwarded('attacker.example', 'localhost')).status).toBe(421)
  })

  it('answers on every address that localhost stands for', async () => {
    for (const { address, family } of await lookup('localhost', { all: true })) {
      const answer = await fetch(`http://${family === 6 ? `[${address}]` : address}:${port()}/healthz`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

it('H-644: a proxy on this machine is believed at whichever of its own addresses it comes from', async () => {
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const base = `http://${family === 6 ? `[${address}]` : address}:${port()}`
    const headers = { 'X-Forwarded-For': `203.0.${family}.9` }
    const pair = await expectJson(TokenPair, login(base, 'staff@demo.test', {}, headers))
    const asked = call(base, '/auth/sessions', { token: pair['access-token'], headers })
    const { data } = await expectJson(SessionsAnswer, asked)
    expect(data.sessions[0]).toMatchObject({ current: true, network: `203.0.${family}.x` })
  }
})

describe('test controls', () => {
  const control = (headers: readonly string[], line = 'GET /dev/outbox') =>
    raw(url, [`${line} HTTP/1.1`, 'Connection: close', 'Content-Length: 0', ...headers])

  it('answer programs of this machine, and pages of their own origin', async () => {
    expect((await control([`Host: ${own}`])).status).toBe(200)
    expect((await control([`Host: ${own}`, `Origin: http://${own}`, 'Sec-Fetch-Site: same-origin'])).status).toBe(200)
    expect((await control([`Host: ${own}`, 'Sec-Fetch-Site: none'])).status).toBe(200)
  })

  it.each([
    ['a page elsewhere', ['Origin: https://attacker.example', 'Sec-Fetch-Site: cross-site']],
    ['one whose browser tells its origin alone', ['Origin: https://attacker.example']],
    ['one that has no origin to tell', ['Origin: null']],
    ['a picture or a form elsewhere', ['Sec-Fetch-Site: cross-site']],
    ['another port of this machine', ['Origin: http://localhost:3000', 'Sec-Fetch-Site: same-site']],
    ['another port, origin alone', ['Origin: http://localhost:3000']],
    ['another name of this machine', ['Origin: http://127.0.0.1:3000', 'Sec-Fetch-Site: cross-site']],
  ])('refuse %s', async (_who, headers) => {
    for (const line of ['GET /dev/outbox', 'POST /dev/reset', 'POST /dev/clock', 'PUT /dev/faults', 'DELETE /dev/faults', 'POST /dev/fail', 'POST /dev/players/demo-verified']) {
      const { status } = await control([`Host: ${own}`, ...headers], line)
      expect([line, status]).toEqual([line, 403])
    }
  }) // biome-ignore format: a table

  it('refuse a name that was rebound to this machine', async () => {
    expect(
      (await control(['Host: attacker.example', 'Origin: http://attacker.example', 'Sec-Fetch-Site: same-origin']))
        .status,
    ).toBe(421)
  })

  it('are not there for whoever a proxy on this machine passes on', async () => {
    for (const header of [
      'X-Forwarded-For: 203.0.113.9',
      'X-Forwarded-For: 127.0.0.1, 203.0.113.9',
      'X-Real-IP: 203.0.113.9',
      'Forwarded: for="[2001:db8::1]:99";proto=https',
    ])
      expect((await control([`Host: ${own}`, header])).status).toBe(404)
    expect((await control([`Host: ${own}`, 'X-Forwarded-For: 127.0.0.1'])).status).toBe(200)
  })
})

describe('API-AUTH-005: a mail for a new password', () => {
  const ask = (email: string, headers: readonly string[]) => rawGet(url, `/api/auth/reset/${email}`, own, headers)
  it('is not sent because a page of another site asked for it, unless that site is the player’s own', async () => {
    const email = 'staff@demo.test'
    const mails = async () => (await mailsTo(url, email, 'password_reset')).length
    const before = await mails()
    for (const headers of [
      ['Sec-Fetch-Site: cross-site'],
      ['Sec-Fetch-Site: cross-site', 'Origin: https://attacker.example'],
      ['Sec-Fetch-Site: cross-site', 'Origin: null'],
      ['Sec-Fetch-Site: cross-site', 'Origin: http://127.0.0.1:3000'],
    ]) {
      const { status, body } = await ask(email, headers)
      expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'CROSS_SITE' }])
    }
    expect(await mails()).toBe(before)
    for (const headers of [
      [],
      ['Sec-Fetch-Site: same-origin'],
      ['Sec-Fetch-Site: cross-site', 'Origin: https://player.example'],
      ['Sec-Fetch-Site: cross-site', 'Origin: http://player.lan:8080'],
    ])
      expect((await ask(email, headers)).status).toBe(200)
    expect(await mails()).toBe(before + 4)
  })
})

describe('H-681: signing in with a passkey', () => {
  const TIMES = 201
  const send = (path: string, headers: readonly string[], body = '') =>
    raw(
      url,
      [
        `POST /api/auth/passkeys/sign-in${path} HTTP/1.1`,
        `Host: ${own}`,
        'Connection: close',
        'X-Forwarded-For: 203.0.113.80',
        `Content-Length: ${body.length}`,
        ...headers,
      ],
      body,
    )
  /** As a page elsewhere can have any browser send: without a body, and with one of plain text. */
  const abroad = ['Sec-Fetch-Site: cross-site', 'Origin: https://attacker.example']
  const simple = ['Content-Type: text/plain;charset=UTF-8']

  it('is not begun because a page of another site asked, unless that site is the player’s own', async () => {
    for (const path of ['/options', '']) {
      const { status, body } = await send(path, abroad)
      expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'CROSS_SITE' }])
    }
    const asks = [[], ['Sec-Fetch-Site: same-origin'], ['Sec-Fetch-Site: cross-site', 'Origin: https://player.example']]
    for (const headers of asks) expect((await send('/options', headers)).status).toBe(200)
  })

  it('is kept from nobody by what such a page sends from their network, however often', async () => {
    const sent = await Promise.all(
      Array.from({ length: TIMES }, (_, n) => (n % 2 === 0 ? send('', simple, '{}') : send('', []))),
    )
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([400]))
    const sign = 'A'.repeat(8)
    const response = {
      id: sign,
      rawId: sign,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: sign, authenticatorData: sign, signature: sign },
    }
    const body = JSON.stringify({ ceremony: sign, response, publicdevice: false })
    const answer = await send('', ['Content-Type: application/json'], body)
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([410, { code: 'CHALLENGE_EXPIRED' }])
  })
})

describe('API-AUTH-001: guesses at one account', () => {
  const from = (address: string, password: string) =>
    login(url, 'unverified@demo.test', { password }, { 'X-Forwarded-For': address })
  it('are limited over all addresses, and keep nobody out who signed in before or has the mail', async () => {
    expect((await from('203.0.113.7', DEMO_PASSWORD)).status).toBe(200)
    const tries = await Promise.all(Array.from({ length: 70 }, (_, n) => from(`198.51.100.${n}`, 'wrong')))
    const statuses = tries.map(({ status }) => status)
    expect([401, 429].map((status) => statuses.filter((given) => given === status).length)).toEqual([60, 10])
    expect((await from('203.0.113.8', DEMO_PASSWORD)).status).toBe(429)
    expect((await from('203.0.113.7', DEMO_PASSWORD)).status).toBe(200)
    // From a new place: the mail opens the account there, and ends the count.
    const email = 'unverified@demo.test'
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    const asked = await call(url, '/auth/pwdless', { method: 'POST', body: { email, publicdevice: false }, headers })
    expect(asked.status).toBe(200)
    const token = await linkToken(url, email, 'magic_link', '/authverify/', 'https://player.example')
    expect((await call(url, '/auth/pwdless', { method: 'PUT', body: { token }, headers })).status).toBe(200)
    expect((await from('203.0.113.10', DEMO_PASSWORD)).status).toBe(200)
  })

  it('count a /64 of IPv6 as one network', async () => {
    const guess = (n: number) =>
      login(url, 'many@demo.test', { password: 'wrong' }, { 'X-Forwarded-For': `2001:db8:7:7::${n.toString(16)}` })
    const statuses = (await Promise.all(Array.from({ length: 34 }, (_, n) => guess(n + 1)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })
})

describe('every answer', () => {
  const expected = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  }
  const get = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close']
  it.each([
    ['a page', get('/releases'), 200],
    ['an unknown page', get('/nowhere'), 404],
    ['an unknown file', get('/assets/none.js'), 404],
    ['an API answer', get('/api/player.json'), 200],
    ['an unknown call', get('/api/nothing'), 404],
    ['a refusal', get('/api/profile'), 401],
    ['a page that is written to', ['DELETE /releases HTTP/1.1', 'Host: localhost', 'Connection: close'], 405],
    ['a foreign name', ['GET / HTTP/1.1', 'Host: attacker.example', 'Connection: close'], 421],
    ['an address that cannot be decoded', get('/%zz'), 400],
    ['an API address that cannot be decoded', get('/api/releases/%zz'), 400],
    ['an expectation', [...get('/healthz'), 'Expect: the-moon'], 417],
    [
      'an upgrade',
      ['GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: Upgrade, close', 'Upgrade: websocket'],
      200,
    ],
    ['a tunnel', ['CONNECT localhost:443 HTTP/1.1', 'Host: localhost'], 400],
    ['what is no request', ['GET / HTTP/1.1', 'a header without a colon'], 400],
    ['a head without end', ['GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(20_000)}`], 431],
  ] as const)('carries the headers: %s', async (_name, head, status) => {
    const answer = await raw(url, head)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(expected)
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/)
    expect(answer.body).not.toMatch(/\bat .+:\d+:\d+|node_modules/)
  })

  it.each([
    ['an upgrade', ['GET / HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket']],
    ['a tunnel', ['CONNECT localhost:443 HTTP/1.1', 'Host: localhost']],
    ['what is no request', ['GET / HTTP/1.1', 'a header without a colon']],
  ])('ends with its connection and nothing else: %s that is reset', async (_name, head) => {
    for (let n = 0; n < 10; n++) {
      const socket = connect({ host: 'localhost', port: Number(port()) })
      await once(socket, 'connect')
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      // Some before the answer, some when it is there.
      if (n % 2 === 0) await once(socket, 'data')
      socket.resetAndDestroy()
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('H-357: is that of the request alone where another protocol is offered, and the next request is read', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB'
    const login = JSON.stringify({ username: 'nobody@demo.test', password: 'wrong', publicdevice: false })
    const head = [
      'POST /api/player/v2/auth/login HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade, close',
      'Upgrade: TLS/1.2',
      'Content-Type: application/json',
      `Content-Length: ${login.length}`,
    ]
    const socket = connect({ host: 'localhost', port: Number(port()) })
    let told = ''
    socket.setEncoding('latin1').on('data', (text: string) => (told += text))
    socket.write(`GET /readyz HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n\r\n`)
    await once(socket, 'data')
    socket.write(`${head.join('\r\n')}\r\n\r\n${login}`)
    await once(socket, 'close')
    expect([...told.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '401'])
  })

  it('closes a refused connection that the other side keeps open', async () => {
    const socket = connect({ host: 'localhost', port: Number(port()), allowHalfOpen: true })
    const closed = new Promise((done) => socket.once('close', done))
    socket.on('error', () => undefined).resume()
    socket.write('CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'end')
    const rest = setInterval(() => socket.write('on and on'), 100)
    await closed
    clearInterval(rest)
  })

  it('holds no HSTS where players reach the server by http', { tags: ['long'] }, async () => {
    const plain = await startServer()
    try {
      expect((await fetch(plain.url)).headers.get('strict-transport-security')).toBeNull()
      expect((await raw(plain.url, ['nonsense'])).headers['strict-transport-security']).toBeUndefined()
    } finally {
      await plain.stop()
    }
  })
})

describe('addresses', () => {
  const get = (path: string) => rawGet(url, path, own)
  const filled = (page: string) =>
    page === PAGES.search ? '/search/releases/artist' : page.replace(/:\w+\??/g, 'x%20y')

  it.each([...Object.values(PAGES), ...ACCOUNT_ADDRESSES].map(filled))('%s is a page', async (path) => {
    for (const address of [path, `${path}?q=1`, path.toUpperCase()]) {
      const { status, headers, body } = await get(address)
      expect([address, status]).toEqual([address, 200])
      expect(headers['content-type']).toContain('text/html')
      expect(body).toContain('<script')
    }
  })

  it.each(['/nowhere', '/releases/nowhere', '/releases/releaseInfo', '/releases/releaseInfo/a/b', '/search/a/b/c', '/search/songs', '/search/tracks/artist', '/settings/nowhere', '/account/nowhere', '/index.php', '//releases', '/wp-admin/'])('%s answers 404 with the app’s page', async (path) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(404)
    expect(headers['content-type']).toContain('text/html')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body).toContain('<script')
  }) // biome-ignore format: a list

  it.each(['/signin/%E0%A4%A', '/resetpwd/%zz', '/merge/%00%ff?x=1', '/signup/%', '/AuthVerify/a%ff/', '/merge/%00', '/releases/releaseInfo/a%00b'])('D-162: of a link as broken as %s the application says what to do', async (path) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(400)
    expect(headers['content-type']).toContain('text/html')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['cache-control']).toContain('no-store')
    expect(body).toContain('<script')
  }) // biome-ignore format: a list

  it.each(['/.well-known/none', '/.well-known/security.txt', '/locales/none.json', '/locales/en/none.json', '/assets/none.css', '/api/nothing', '/dev/nothing', '/api/locales/xx.json'])('%s answers 404 and is no page', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(404)
    expect(headers['content-type']).not.toContain('text/html')
  }) // biome-ignore format: a list

  it.each(['/api', '/api?x', '/api/', '/api/none.json', '/api/index.html', '/api/player.json/', '/api//player.json', '//api/player.json', '/api%2Fplayer.json', '/%61pi/none', '/API/none', '//dev//none'])('H-548: %s is no call, which is said as the API says it, and kept by nobody', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'PURGE']) {
      const { status, headers, body } = await raw(url, [`${method} ${path} HTTP/1.1`, `Host: ${own}`, 'Accept: text/html', 'Connection: close'])
      const told = [status, headers['content-type'], headers['cache-control']]
      expect([method, ...told]).toEqual([method, 404, 'application/json; charset=utf-8', 'no-store'])
      if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ code: 'NOT_FOUND' })
    }
  }) // biome-ignore format: a list

  it.each([
    '/../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/package.json', '/assets/../../server/main.js', '/assets/..%2f..%2fserver%2fmain.js', '/assets/%2e%2e%2f%2e%2e%2fserver%2fmain.js',
    '/..%5c..%5cpackage.json', '/assets/..%5c..%5cserver%5cmain.js', '/..\\..\\package.json', '/%5c', '/%zz', '/%', '/assets/%zz', '/api/%zz', '/api/images/covers/%zz.png', '/%00', '/assets/%00.js', '/%c0%ae%c0%ae/', '/%ff',
    '/.env', '/.git/config', '/assets/.vite/manifest.json', '/api/attachments/..%2f..%2fkeys/token.key', '/api/images/covers/..%2f..%2f..%2fkeys%2ftoken.key',
  ])('%s reaches nothing, and answers 404 or 400 without a word of the inside', async (path) => {
    const before = server?.output().stderr.length ?? 0
    const { status, body } = await get(path)
    expect([400, 404]).toContain(status)
    expect(body).not.toMatch(/\bat .+:\d+:\d+|node_modules|ENOENT|root:|"name": ?"promo-player"/)
    expect(server?.output().stderr.slice(before)).not.toContain('"level":"error"')
  }) // biome-ignore format: a list
})
