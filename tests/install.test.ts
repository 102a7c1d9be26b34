// What becomes of the player where somebody installs it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync(new URL('../public/site.webmanifest', import.meta.url), 'utf8'))
const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8')

test('H-523: it is an application of its own in Chromium alone, never on iOS, where that could save no file', () => {
  // iOS reads `display` and knows no `display_override`; Chromium goes by the first of these that it knows.
  expect(manifest).toMatchObject({ display: 'browser', display_override: ['standalone'] })
  expect(page).not.toContain('web-app-capable')
})
