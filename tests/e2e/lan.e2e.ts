// The main job from another machine of the same network: https under this machine's own address, through a reverse
// proxy with a certificate of its own making, as the README says.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type StartedServer, startServer } from '#tests/contract/server.ts'
import { expect, test } from './support/fixtures.ts'
import { cards, elapsed, fileOf, fillSignIn, openDownloads, player } from './support/product.ts'
import { fileSha256 } from './support/server.ts'

const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address
test.skip(process.env.TEST_ALL !== '1', 'long')
test.skip(
  address === undefined || spawnSync('openssl', ['version']).status !== 0,
  'no address of a network, or no openssl',
)
test.setTimeout(180_000)
// The certificate is nobody's.
test.use({ ignoreHTTPSErrors: true })

/** Hands everything to the server on this port; what it is told stands in the forwarding headers. */
function proxy(target: () => number, key: Buffer, cert: Buffer): Promise<Server> {
  const server = createServer({ key, cert }, (asked, answer) => {
    const { method = 'GET', url: path = '/', headers } = asked
    const forwarded = { 'x-forwarded-for': asked.socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' }
    const passed = httpRequest(
      { host: '127.0.0.1', port: target(), method, path, headers: { ...headers, ...forwarded } },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  return new Promise((done) => server.listen(0, '0.0.0.0', () => done(server)))
}

function certificate(folder: string, host: string): { key: Buffer; cert: Buffer } {
  mkdirSync(folder, { recursive: true })
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=player'],
    ...['-addext', `subjectAltName=IP:${host}`, '-keyout', key, '-out', cert],
  ])
  if (made.status !== 0) throw new Error(String(made.stderr))
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

test('over https under an address of the network: sign in, search, play, queue, and take a WAV home', async ({
  page,
}) => {
  page.setDefaultTimeout(20_000)
  const host = address ?? ''
  const { key, cert } = certificate(test.info().outputDir, host)
  let server: StartedServer | null = null
  const tls = await proxy(() => Number(new URL(server?.url ?? '').port), key, cert)
  const url = `https://${host}:${(tls.address() as AddressInfo).port}`
  try {
    server = await startServer({ env: { PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1' } })
    await page.goto(url)
    await fillSignIn(page, 'verified@demo.test', 'Demo#2026')
    await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
    expect(await page.evaluate(() => isSecureContext)).toBe(true)

    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('night')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\//)
    await page.getByRole('main').locator('a[href*="release="]').first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Info' }).click()

    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => elapsed(page), { timeout: 30_000 }).toBeGreaterThan(0)
    await page.getByRole('main').getByRole('button', { name: 'Play later' }).click()
    await player(page).getByRole('button', { name: 'Queue' }).click()
    const queue = page.getByRole('complementary', { name: 'Play queue' })
    await expect(queue.getByRole('listitem').first()).toBeVisible()
    await queue.getByRole('button', { name: 'Close' }).click()

    const row = page.getByRole('main').locator('[data-track-id]').first()
    await row.hover()
    const file = await fileOf(page, () => row.getByRole('button', { name: /as WAV$/ }).click(), 90_000)
    expect(file.suggestedFilename()).toMatch(/\.wav$/)
    await openDownloads(page)
    await expect(page.locator('[data-status="finished"]')).toHaveCount(1)
    const path = await file.path()
    const bytes = readFileSync(path)
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect(bytes.readUInt32LE(4), 'the length it says is the length it has').toBe(bytes.length - 8)
    expect(await fileSha256(path)).toMatch(/^[0-9a-f]{64}$/)
  } finally {
    tls.closeAllConnections()
    tls.close()
    await server?.stop()
  }
})

test('the page over plain HTTP under that address is the one that says what to do', async ({ page, watch }) => {
  watch.allow(/nothing was started/)
  const server = await startServer({ env: { HOST: '0.0.0.0' } })
  try {
    await page.goto(`http://${address}:${new URL(server.url).port}/`)
    await expect(page.getByRole('heading', { name: 'This address needs https' })).toBeVisible()
  } finally {
    await server.stop()
  }
})
