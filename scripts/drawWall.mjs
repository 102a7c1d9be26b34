// Draws the wall of covers beside the sign-in into public/wall.webp: one picture of 36 covers in 42 places, from the
// catalogue's own art. Run by hand when the art changes.
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { createServer } from 'vite'

const COVERS = 36
/** As `CoverWall.tsx` shows it. Columns stand a step apart, as on a wall that was hung by hand. */
const WALL = { columns: 7, rows: 6, edge: 196, gap: 20, step: 56, radius: 10, ground: '#0B0C0F' }
/** It is tilted and nobody reads it. */
const QUALITY = 0.5

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
  const svgs = FAMILIES.slice(0, COVERS).map((family, index) => {
    const palettes = palettesOf(family)
    return coverSvg(`${family.name}.${palettes[(index * 5) % palettes.length].name}.${index + 1}`)
  })
  const base64 = await page.evaluate(
    async ({ svgs, quality, wall: { columns, rows, edge, gap, step, radius, ground } }) => {
      const images = await Promise.all(
        svgs.map(async (svg) => {
          const image = new Image()
          image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(svg)))}`
          await image.decode()
          return image
        }),
      )
      const canvas = document.createElement('canvas')
      canvas.width = columns * (edge + gap) - gap
      canvas.height = rows * (edge + gap) - gap + step
      const pen = canvas.getContext('2d')
      pen.fillStyle = ground
      pen.fillRect(0, 0, canvas.width, canvas.height)
      for (let place = 0; place < columns * rows; place++) {
        const column = place % columns
        const x = column * (edge + gap)
        const y = Math.floor(place / columns) * (edge + gap) + (column % 2) * step
        pen.save()
        pen.beginPath()
        pen.roundRect(x, y, edge, edge, radius)
        pen.clip()
        pen.drawImage(images[place % images.length], x, y, edge, edge)
        pen.restore()
      }
      return canvas.toDataURL('image/webp', quality).split(',')[1]
    },
    { svgs, quality: QUALITY, wall: WALL },
  )
  const file = Buffer.from(base64, 'base64')
  writeFileSync(new URL('../public/wall.webp', import.meta.url), file)
  process.stdout.write(`${svgs.length} covers, ${Math.round(file.length / 1000)} kB\n`)
} finally {
  await browser.close()
  await vite.close()
}
