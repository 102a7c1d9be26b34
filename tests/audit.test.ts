// What is made of the registry's advisories, with an npm that answers as it is told.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { audit } from '../scripts/audit.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'player-audit-'))
  const packages = { '': {}, 'node_modules/run': {}, 'node_modules/tool': { dev: true } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** @param program what npm does */
function asked(program: string, patienceMs = 10_000) {
  const npm = join(root, 'npm.cjs')
  writeFileSync(npm, program)
  return audit({ root, patienceMs, npm })
}
const answers = (report: object) =>
  asked(`console.log(${JSON.stringify(JSON.stringify(report))})\nprocess.exitCode = 1`)
/** As npm reports one package. */
const about = (name: string, severity: string) => ({
  [name]: {
    nodes: [`node_modules/${name}`],
    via: [{ name, severity, title: 'opens doors', url: 'https://a.example/1' }],
  },
})

it.each(['high', 'critical'])('a %s advisory about what is run fails', async (severity) => {
  expect(await answers({ vulnerabilities: about('run', severity) })).toEqual({
    failed: 1,
    said: '1 known, 1 of them high or critical in what is run',
    lines: [`FAILED ${severity}, run: run: opens doors https://a.example/1`],
  })
})

it.each([
  ['tool', 'critical', 'development'],
  ['run', 'moderate', 'run'],
])('an advisory about %s that is %s is listed and fails nothing', async (name, severity, where) => {
  expect(await answers({ vulnerabilities: about(name, severity) })).toEqual({
    failed: 0,
    said: '1 known, 0 of them high or critical in what is run',
    lines: [`known  ${severity}, ${where}: ${name}: opens doors https://a.example/1`],
  })
})

it('what only depends on a package with an advisory is not counted as well', async () => {
  const other = { tool: { nodes: ['node_modules/tool'], via: ['run'] } }
  expect((await answers({ vulnerabilities: { ...about('run', 'high'), ...other } })).lines).toHaveLength(1)
})

it.each([
  [{ message: '405 from https://registry.example/bulk', statusCode: 405 }, ' (405)'],
  [{ message: 'request to https://registry.example/ failed, reason: connect ECONNREFUSED' }, ' (ECONNREFUSED)'],
  [{ error: { code: 'ENOLOCK' } }, ' (ENOLOCK)'],
  [{}, ''],
])('a registry that refuses (%j) fails nothing, and it is said without its name', async (report, code) => {
  const said = `not checked, the registry does not answer such a call${code}`
  expect(await answers(report)).toEqual({ failed: 0, said, lines: [] })
})

it('an answer that is none fails nothing', async () => {
  expect(await asked("console.log('<html>')")).toMatchObject({
    failed: 0,
    said: 'not checked, npm gave no answer that can be read',
  })
})

it('a registry that is silent is waited for so long and no longer', async () => {
  const from = performance.now()
  const { failed, said } = await asked('setInterval(() => {}, 1000)', 500)
  expect([failed, said]).toEqual([0, 'not checked, the registry did not answer within 0.5 s'])
  expect(performance.now() - from).toBeLessThan(5000)
})
