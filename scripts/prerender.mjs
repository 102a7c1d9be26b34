// Draws the form to sign in into the page of the start address (start.html of the client): whoever is not signed in sees it,
// and can write in it, as soon as the page and its styles are there.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @param root the project's folder
 * @param client the folder the client was built into
 * @param build vite's
 * @throws Error when the build has no form, or the form needs what the policy of the page refuses
 */
export async function prerender(root, client, build) {
  // Inside the build's own folder: another may draw at the same time.
  const folder = join(client, 'prerender')
  await build({
    root,
    configFile: join(root, 'vite.prerender.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  const { AWAY, DRAWN_FORM, drawAway, drawForm, FIRST_FORM, HELD_SCRIPT } = await import(
    pathToFileURL(join(folder, 'prerender.js')).href
  )
  const drawn = await drawForm()
  const away = drawAway()
  rmSync(folder, { recursive: true })
  if (/ style=| on\w+=/.test(drawn + away))
    throw new Error('the form that is drawn ahead has styles or scripts of its own')

  const styles = `<link crossorigin rel="stylesheet" href="${one(client, /^form-.*\.css$/)}">`
  const script = `<link crossorigin rel="modulepreload" href="${one(client, /^form-.*\.js$/)}">`
  const page = readFileSync(join(client, 'index.html'), 'utf8')
  const [entry = '', address = ''] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(page) ?? []
  if (entry === '') throw new Error('the page of the build has no script')
  const body = [
    `<template id="${DRAWN_FORM}">${drawn}</template>`,
    `<template id="${AWAY}">${away}</template>`,
    `<template id="${HELD_SCRIPT}">${entry}</template>`,
    `<script>${FIRST_FORM}</script>`,
  ]
  const start = page
    // A browser has six connections to a server of HTTP/1.1: what the first paint waits for is asked for first.
    .replace(entry, () => `${styles}\n    <link rel="modulepreload" crossorigin href="${address}">`)
    .replace('</head>', () => `${script}\n  </head>`)
    .replace('</body>', () => `${body.join('\n    ')}\n  </body>`)
  for (const part of [styles, script, ...body])
    if (!start.includes(part)) throw new Error(`the page has no place for ${part.slice(0, 60)}`)
  writeFileSync(join(client, 'start.html'), start)
}

/** The address of the one file among the client's that is called so. */
function one(client, name) {
  const found = readdirSync(join(client, 'assets')).filter((file) => name.test(file))
  if (found.length !== 1) throw new Error(`${found.length} files of the build are called ${name}`)
  return `/assets/${found[0]}`
}
