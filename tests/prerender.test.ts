// The form that is drawn ahead, by builds that begin at the same time: two first starts from one checkout.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { prerender } from '../scripts/prerender.mjs'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'player-prerender-'))
  write('package.json', '{ "type": "module" }')
  write('vite.prerender.config.ts', "export default { build: { ssr: 'prerender.js', outDir: 'dist/prerender' } }")
  write(
    'prerender.js',
    `export const [AWAY, DRAWN_FORM, HELD_SCRIPT, FIRST_FORM] = ['away', 'drawn', 'held', 'first()']
    export const drawAway = () => '<p>away</p>'
    export const drawForm = async () => '<form></form>'`,
  )
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(join(project, file, '..'), { recursive: true })
  writeFileSync(join(project, file), text)
}

it('H-498: is in each of two builds, and what drew it in none of them', async () => {
  const clients = ['one', 'two'].map((name) => {
    write(
      `dist/${name}/index.html`,
      `<head></head><body><script type="module" crossorigin src="/${name}.js"></script></body>`,
    )
    for (const kind of ['css', 'js']) write(`dist/${name}/assets/form-x.${kind}`, '')
    return join(project, 'dist', name)
  })
  await Promise.all(clients.map((client) => prerender(project, client, build)))
  for (const [n, client] of clients.entries()) {
    const start = readFileSync(join(client, 'start.html'), 'utf8')
    expect(start).toContain('<template id="drawn"><form></form></template>')
    expect(start).toContain(`src="/${['one', 'two'][n]}.js"`)
    expect(readdirSync(client).sort()).toEqual(['assets', 'index.html', 'start.html'])
  }
})
