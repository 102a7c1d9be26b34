/**
 * Two real servers on one PostgreSQL server behind one address, as a small label would run them: each has a
 * data folder of its own, requests go to them in turn, and while tests run one after the other is killed
 * and started again, requests meanwhile going to the one that lives.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type StartedServer, startServer } from './server.ts'

/** Milliseconds between one server's return and the other's end. */
const CALM_MS = 8000
/** The longest a server to be killed is spared for requests it has not answered yet. */
const SPARED_MS = 3000

interface Member {
  server: StartedServer
  alive: boolean
  inFlight: number
}

export interface Pair extends StartedServer {
  /** How often a server was killed and came back. */
  restarts(): number
}

/** @param databaseUrl of an empty database */
export async function startPair(databaseUrl: string): Promise<Pair> {
  const members: Member[] = []
  let turn = 0
  let clockMs = 0
  let restarts = 0
  let stopping = false

  const front = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  // Longer than any client keeps a connection it does not use: one closed under a request is a failure of the front.
  front.keepAliveTimeout = 120_000
  await new Promise<void>((done) => front.listen(0, 'localhost', done))
  const url = `http://localhost:${(front.address() as AddressInfo).port}`
  const env = { DATABASE_URL: databaseUrl, PUBLIC_URL: url }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (request.url === '/dev/clock' || request.url === '/dev/reset')
      return alone(() => control(request, response, body))
    const member = next()
    if (!member) throw new Error('no server lives')
    try {
      await pass(member, request, response, body)
    } catch (error) {
      // Killed before it answered: what changes nothing is asked of the other.
      const other = living().find((one) => one !== member)
      if (response.headersSent || request.method !== 'GET' || !other) throw error
      await pass(other, request, response, body)
    }
  }

  /** Clock and start data are controls of each process; what they stand for here is one service. */
  async function control(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const [first, ...others] = living()
    if (!first) throw new Error('no server lives')
    if (request.url === '/dev/clock') {
      const move = JSON.parse(body.toString()) as { ms?: number }
      clockMs = typeof move.ms === 'number' ? clockMs + move.ms : 0
      for (const member of others) await post(member, '/dev/clock', body.toString())
    } else {
      clockMs = 0
      for (const member of others) await post(member, '/dev/clock', '{"reset":true}')
    }
    await pass(first, request, response, body)
  }

  /** One at a time: nobody comes or goes while clocks are set, or one would go by another. */
  let line: Promise<unknown> = Promise.resolve()
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = line.then(work)
    line = done.catch(() => undefined)
    return done
  }

  const living = () => members.filter(({ alive }) => alive)
  const next = () => {
    const list = living()
    turn += 1
    return list[turn % list.length]
  }

  function pass(member: Member, request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    member.inFlight += 1
    return new Promise<void>((done, fail) => {
      const onward = httpRequest(
        `${member.server.url}${request.url}`,
        { method: request.method ?? 'GET', headers: request.headers, agent: false },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
          answer.once('error', fail)
          response.once('close', () => {
            answer.destroy()
            done()
          })
        },
      )
      onward.once('error', fail)
      onward.end(body)
    }).finally(() => {
      member.inFlight -= 1
    })
  }

  async function post({ server }: Member, path: string, body: string): Promise<void> {
    await fetch(server.url + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  }

  /** Kills a server without a farewell, whatever jobs it has, and starts it again on its folder. */
  async function killAndRestart(member: Member): Promise<void> {
    await alone(async () => {
      member.alive = false
    })
    // What is asked of it already is answered: a client would see a broken connection, and that is another test.
    for (let waited = 0; member.inFlight > 0 && waited < SPARED_MS; waited += 20) await sleep(20)
    await member.server.stop({ keepData: true, signal: 'SIGKILL' })
    if (stopping) return
    const { dataDir } = member.server
    member.server = await startServer({ env: { ...env, DATA_DIR: dataDir }, args: [] })
    await alone(async () => {
      if (clockMs !== 0) await post(member, '/dev/clock', JSON.stringify({ ms: clockMs }))
      member.alive = true
    })
    restarts += 1
  }

  async function unrest(): Promise<void> {
    for (let n = 0; !stopping; n++) {
      await sleep(CALM_MS)
      const member = members[n % members.length]
      if (member && !stopping) await killAndRestart(member)
    }
  }

  // At once, on an empty database: they must not fill it twice, nor trip over each other.
  const begun = await Promise.all([startServer({ env }), startServer({ env })])
  members.push(...begun.map((server) => ({ server, alive: true, inFlight: 0 })))
  const resting = unrest()

  return {
    url,
    dataDir: begun[0].dataDir,
    pid: begun[0].pid,
    output: () => ({
      stdout: members.map(({ server }) => server.output().stdout).join(''),
      stderr: members.map(({ server }) => server.output().stderr).join(''),
    }),
    restarts: () => restarts,
    async stop() {
      stopping = true
      await resting.catch(() => undefined)
      await Promise.all(members.map(({ server }) => server.stop({ signal: 'SIGKILL' })))
      front.closeAllConnections()
      await new Promise((done) => front.close(done))
      return 0
    },
  }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
