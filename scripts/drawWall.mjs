// Draws the covers of the sign-in wall into public/wall, from the catalogue's own art. Run by hand when the art changes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { createServer } from 'vite'

const COUNT = 36
const EDGE_PX = 264
/** Tried in turn until a file is small enough. */
const QUALITIES = [0.72, 0.6, 0.45, 0.32, 0.2, 0.1]
const MAX_BYTES = 12_288
const OUT = new URL('../public/wall/', import.meta.url)

const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: 'custom',
  logLevel: 'error',
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const { FAMILIES, coverSvg, palettesOf } = await vite.ssrLoadModule('/server/demo/art/covers.ts')
  const page = await browser.newPage()
  mkdirSync(OUT, { recursive: true })
  let bytes = 0
  for (let index = 0, drawn = 0; drawn < COUNT && index < FAMILIES.length; index++) {
    const family = FAMILIES[index]
    const palettes = palettesOf(family)
    const svg = coverSvg(`${family.name}.${palettes[(index * 5) % palettes.length].name}.${index + 1}`)
    const base64 = await page.evaluate(
      async ({ svg, edge, qualities, max }) => {
        const image = new Image()
        image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(svg)))}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = edge
        canvas.height = edge
        canvas.getContext('2d').drawImage(image, 0, 0, edge, edge)
        let data = ''
        for (const quality of qualities) {
          data = canvas.toDataURL('image/webp', quality).split(',')[1]
          if (data.length * 0.75 <= max) break
        }
        return data
      },
      { svg, edge: EDGE_PX, qualities: QUALITIES, max: MAX_BYTES },
    )
    const file = Buffer.from(base64, 'base64')
    if (file.length > MAX_BYTES) continue
    drawn++
    bytes += file.length
    writeFileSync(new URL(`${String(drawn).padStart(2, '0')}.webp`, OUT), file)
  }
  process.stdout.write(`${COUNT} covers, ${Math.round(bytes / 1024)} KiB\n`)
} finally {
  await browser.close()
  await vite.close()
}
