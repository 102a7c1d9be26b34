// Tiles, arcs, stripes: flat colour and exact edges.
import type { Random } from '../random.ts'
import { darker, lighter, luma, mix } from './colour.ts'
import type { Family } from './family.ts'
import type { Palette } from './palettes.ts'
import { n, type Point, polygon, type Sheet, SIDE, smooth } from './sheet.ts'

/** Two different colours of the palette that stand apart in lightness. */
function pair(r: Random, colours: readonly string[]): [string, string] {
  for (let tries = 0; tries < 12; tries++) {
    const [a, b] = [r.pick(colours), r.pick(colours)]
    if (Math.abs(luma(a) - luma(b)) > 0.16) return [a, b]
  }
  return [colours[0] ?? '#000', colours[colours.length - 1] ?? '#fff']
}

const flats = (p: Palette): string[] => [...p.accents, p.paper, p.ink]

export const bauhaus: Family = {
  name: 'bauhaus',
  tone: 'any',
  draw(s, r, p) {
    const cells = r.pick([3, 4, 4, 5])
    const side = SIDE / cells
    s.ground(p.paper)
    for (let row = 0; row < cells; row++) {
      for (let col = 0; col < cells; col++) {
        const [ground, figure] = pair(r, flats(p))
        const [x, y] = [col * side, row * side]
        s.rect(x, y, side + 0.3, side + 0.3, ground)
        const turnBy = r.int(0, 3) * 90
        const place = `transform="translate(${n(x + side / 2)} ${n(y + side / 2)}) rotate(${turnBy})"`
        const h = side / 2
        switch (r.int(0, 6)) {
          case 0:
          case 1:
            s.path(`M${n(-h)} ${n(-h)}H${n(h)}A${n(side)} ${n(side)} 0 0 1 ${n(-h)} ${n(h)}Z`, figure, place)
            break
          case 2:
            s.path(`M${n(-h)} ${n(-h)}V${n(h)}A${n(h)} ${n(h)} 0 0 0 ${n(-h)} ${n(-h)}Z`, figure, place)
            s.path(`M0 ${n(-h)}A${n(h)} ${n(h)} 0 0 1 0 ${n(h)}Z`, figure, place)
            break
          case 3:
            s.circle(x + h, y + h, h * r.pick([0.62, 0.62, 1]), figure)
            break
          case 4:
            s.path(`M${n(-h)} ${n(-h)}H${n(h)}L${n(-h)} ${n(h)}Z`, figure, place)
            break
          case 5:
            s.path(`M${n(-h)} ${n(h)}V0A${n(h)} ${n(h)} 0 0 1 ${n(h)} 0V${n(h)}Z`, figure, place)
            break
          default:
            break
        }
      }
    }
  },
  mean: (p) => flats(p).map((c) => [c, 1] as const),
}

export const arcs: Family = {
  name: 'arcs',
  tone: 'any',
  draw(s, r, p) {
    s.ground(p.tone === 'dark' ? p.ink : p.paper)
    const [cx, cy] = r.pick<Point>([
      [0, SIDE],
      [SIDE, SIDE],
      [150, SIDE],
      [0, 0],
      [150, 330],
      [SIDE, 150],
    ])
    const gap = r.pick([0, 0, 6])
    const colours = r.shuffle(p.accents)
    const rings = r.int(5, 9)
    // Wide enough to fill most of the sheet whatever the number of rings.
    const band = r.range(150, 225) / rings
    for (let i = 0; i < rings; i++) {
      const radius = 28 + (rings - i) * (band + gap)
      s.ring(cx, cy, radius, band + (gap ? 0 : 0.5), colours[i % 4] ?? p.ink)
    }
    if (r.chance(0.5))
      s.circle(cx === 0 ? 232 : cx === SIDE ? 66 : 222, cy > 150 ? 62 : 238, r.range(18, 32), colours[1] ?? p.sun)
  },
  mean: (p) => [[p.tone === 'dark' ? p.ink : p.paper, 4], ...p.accents.map((c) => [c, 2] as const)],
}

export const bands: Family = {
  name: 'bands',
  tone: 'any',
  draw(s, r, p) {
    const bars = r.int(4, 12)
    const grow = r.pick([0, 0, r.range(-0.12, 0.12)])
    const widths = Array.from({ length: bars }, (_, i) => 1 + grow * (i - (bars - 1) / 2))
    const unit = SIDE / widths.reduce((sum, w) => sum + w, 0)
    const fills = Array.from({ length: r.int(2, 4) }, (_, k) => {
      const [a, b] = [r.range(0.3, 0.5), r.range(0.62, 0.8)]
      const stops = [
        [0, p.layers[4]],
        [a, p.layers[2]],
        [b, p.accents[0]],
        [1, p.sun],
      ] as const
      return s.linear(stops, k % 2 ? 180 : 0)
    })
    s.group(`transform="rotate(${r.pick([0, 0, 0, 90])} 150 150)"`, () => {
      let x = 0
      widths.forEach((w, i) => {
        s.rect(x - 0.3, -1, w * unit + 0.6, SIDE + 2, fills[i % fills.length] ?? p.sun)
        x += w * unit
      })
    })
  },
  mean: (p) => [
    [p.layers[4], 2],
    [p.layers[2], 3],
    [p.accents[0], 2],
    [p.sun, 1],
  ],
}

export const opArt: Family = {
  name: 'op-art',
  tone: 'any',
  draw(s, r, p) {
    const [ground, line] = p.tone === 'dark' ? [p.ink, p.accents[1]] : [p.paper, p.ink]
    s.ground(
      s.linear(
        [
          [0, ground],
          [1, mix(ground, p.layers[1], 0.35)],
        ],
        r.range(0, 90),
      ),
    )
    const step = r.range(6.5, 10)
    const angle = r.pick([90, 90, 60, 45, 120])
    const stripes = (colour: string, turned: number, width: number) =>
      s.group(`transform="rotate(${turned} 150 150)"`, () => {
        let d = ''
        for (let x = -70; x < 370; x += step) d += `M${n(x)} -70V370`
        s.stroke(d, colour, width)
      })
    stripes(line, 0, step * 0.42)
    const radius = r.range(64, 108)
    const [x, y] = [150 + r.range(-1, 1) * (128 - radius), 150 + r.range(-1, 1) * (128 - radius)]
    const circle = r.pick([
      `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-radius * 2)} 0Z`,
      `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-radius * 2)} 0Z`,
      `M${n(x)} ${n(y - radius)}l${n(radius)} ${n(radius)}l${n(-radius)} ${n(radius)}l${n(-radius)} ${n(-radius)}Z`,
      `M${n(x - radius * 0.8)} ${n(y - radius * 0.8)}h${n(radius * 1.6)}v${n(radius * 1.6)}h${n(-radius * 1.6)}Z`,
      `M${n(x - radius)} ${n(y + radius * 0.5)}a${n(radius)} ${n(radius)} 0 0 1 ${n(radius * 2)} 0Z`,
    ])
    s.shade(circle, 12, 0.3, 4, 6)
    s.group(`clip-path="${s.clip(circle)}"`, () => {
      s.ground(
        s.linear(
          [
            [0, lighter(p.layers[0], 0.15)],
            [1, p.layers[2]],
          ],
          r.range(0, 60),
        ),
      )
      stripes(p.tone === 'dark' ? p.ink : darker(p.layers[3], 0.1), angle, step * 0.42)
    })
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.ink : p.paper, 4],
    [p.tone === 'dark' ? p.accents[1] : p.ink, 2],
    [p.layers[1], 3],
  ],
}

export const halftone: Family = {
  name: 'halftone',
  tone: 'any',
  draw(s, r, p) {
    const [ground, dot] = halftoneInk(p)
    s.ground(ground)
    const step = r.range(8, 12)
    const [cx, cy] = [150 + r.range(-30, 30), 150 + r.range(-30, 30)]
    const [wave, kind] = [r.range(26, 46), r.int(0, 2)]
    let d = ''
    for (let row = 0; row * step < 330; row++) {
      for (let col = 0; col * step < 330; col++) {
        const x = col * step + (row % 2 ? step / 2 : 0) - 6
        const y = row * step * 0.87 - 4
        const far = Math.hypot(x - cx, y - cy)
        const level =
          kind === 0
            ? 0.5 + 0.5 * Math.cos((far / wave) * Math.PI)
            : kind === 1
              ? Math.max(0, 1.08 - far / 150)
              : Math.max(0, Math.min(1, (y + 38 * Math.sin(x / wave)) / 290))
        const radius = step * 0.6 * level
        if (radius < 0.5) continue
        d += `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-radius * 2)} 0Z`
      }
    }
    s.path(d, dot)
  },
  mean: (p) => {
    const [ground, dot] = halftoneInk(p)
    return [
      [ground, 6],
      [dot, 4],
    ]
  },
}

/** Ground and dot: the accent that stands farthest from the ink, and the ink. */
function halftoneInk(p: Palette): [string, string] {
  const far = [...p.accents].sort((a, b) => Math.abs(luma(b) - luma(p.ink)) - Math.abs(luma(a) - luma(p.ink)))
  return p.tone === 'dark'
    ? [far[1] ?? p.sun, p.ink]
    : [far[2] ?? p.paper, luma(far[2] ?? p.paper) > 0.45 ? p.ink : p.paper]
}

export const scales: Family = {
  name: 'scales',
  tone: 'any',
  draw(s, r, p) {
    const radius = r.range(28, 46)
    const rings = 4
    const colours = r.shuffle([p.layers[1], p.layers[3], ...p.accents.slice(0, 2)])
    s.ground(p.layers[3])
    for (let row = -1; row * radius * 0.5 < 330; row++) {
      for (let col = -1; col * radius * 2 < 360; col++) {
        const x = col * radius * 2 + (row % 2 ? radius : 0)
        const y = row * radius * 0.5 + radius
        const first = r.chance(0.12) ? p.sun : (colours[(row + col * 3 + 40) % 4] ?? p.ink)
        for (let k = 0; k < rings; k++) {
          s.circle(x, y, radius * (1 - k * 0.24), k % 2 ? p.paper : first)
        }
      }
    }
  },
  mean: (p) => [
    [p.paper, 4],
    [p.layers[1], 1.5],
    [p.layers[3], 1.5],
    [p.accents[0], 1.5],
    [p.accents[1], 1.5],
  ],
}

export const cubes: Family = {
  name: 'cubes',
  tone: 'any',
  draw(s, r, p) {
    const a = r.range(24, 40)
    const h = a * 0.866
    const start = r.range(0, 6)
    for (let row = -1; row * a * 1.5 < 360; row++) {
      for (let col = -1; col * h * 2 < 360; col++) {
        const x = col * h * 2 + (row % 2 ? h : 0)
        const y = row * a * 1.5
        const t = (Math.sin(row * 0.9 + start) + Math.cos(col * 1.1 + start)) / 4 + 0.5
        const base = mix(p.layers[1], p.layers[3], t)
        const glow = r.chance(0.1) ? p.sun : base
        s.path(
          polygon([
            [x, y - a],
            [x + h, y - a / 2],
            [x, y],
            [x - h, y - a / 2],
          ]),
          lighter(glow, 0.26),
        )
        s.path(
          polygon([
            [x - h, y - a / 2],
            [x, y],
            [x, y + a],
            [x - h, y + a / 2],
          ]),
          glow,
        )
        s.path(
          polygon([
            [x + h, y - a / 2],
            [x, y],
            [x, y + a],
            [x + h, y + a / 2],
          ]),
          darker(glow, 0.3),
        )
      }
    }
  },
  mean: (p) => [
    [p.layers[1], 2],
    [p.layers[2], 2],
    [p.layers[3], 2],
  ],
}

export const arches: Family = {
  name: 'arches',
  tone: 'any',
  avoid: ['gilt', 'crimson', 'midnight', 'graphite'],
  draw(s, r, p) {
    s.ground(
      s.linear([
        [0, lighter(p.sky[0], 0.15)],
        [1, p.sky[1]],
      ]),
    )
    s.circle(r.range(52, 90), r.range(50, 80), r.range(18, 30), p.sun)
    const wall = p.layers[1]
    const door = r.range(150, 195)
    s.rect(118, r.range(66, 92), 190, 240, lighter(wall, 0.3))
    const depth = r.int(2, 3)
    for (let i = 0; i < depth; i++) {
      const w = 62 - i * 18
      const top = 74 + i * 24
      s.path(
        `M${n(door + 30 - w)} 302V${n(top + w)}A${n(w)} ${n(w)} 0 0 1 ${n(door + 30 + w)} ${n(top + w)}V302Z`,
        [p.layers[0], p.layers[1], p.layers[3]][i + (3 - depth)] ?? p.ink,
      )
    }
    s.path(
      polygon([
        [-2, r.range(130, 160)],
        [118, r.range(84, 112)],
        [118, 302],
        [-2, 302],
      ]),
      p.layers[2],
    )
    s.path(
      polygon([
        [-2, 302],
        [118, r.range(196, 226)],
        [118, 302],
      ]),
      darker(p.layers[2], 0.2),
    )
    const steps = r.int(5, 7)
    for (let i = 0; i < steps; i++) {
      const y = 212 + i * (92 / steps)
      s.rect(118 - i * 14 + 34, y, 220, 92 / steps + 0.5, i % 2 ? lighter(p.layers[1], 0.14) : p.layers[1])
      s.rect(118 - i * 14 + 34, y, 220, 2.2, lighter(p.layers[0], 0.35))
    }
  },
  mean: (p) => [
    [p.sky[0], 2],
    [p.sky[1], 2],
    [p.layers[1], 3],
    [p.layers[2], 2],
  ],
}

export const stairs: Family = {
  name: 'weave',
  tone: 'any',
  draw(s, r, p) {
    const step = r.pick([30, 37.5, 50])
    s.ground(p.ink)
    const colours = r.shuffle([...p.accents, p.paper])
    const ramp = (colour: string, upright: boolean) =>
      s.linear(
        [
          [0, darker(colour, 0.34)],
          [0.22, colour],
          [0.78, colour],
          [1, darker(colour, 0.34)],
        ],
        upright ? 0 : 90,
      )
    const across = colours.slice(0, 3).map((c) => ramp(c, false))
    const upright = colours.slice(2, 5).map((c) => ramp(c, true))
    for (let row = 0; row * step < SIDE; row++) {
      for (let col = 0; col * step < SIDE; col++) {
        const [x, y] = [col * step, row * step]
        const g = step * 0.07
        if ((row + col) % 2) s.rect(x, y + g, step + 0.4, step - g * 2, across[row % 3] ?? p.ink)
        else s.rect(x + g, y, step - g * 2, step + 0.4, upright[col % 3] ?? p.ink)
      }
    }
  },
  mean: (p) => [...p.accents.map((c) => [c, 2] as const), [p.paper, 2], [p.ink, 2]],
}

/** A few big flat shapes cut from paper. */
export const cutouts: Family = {
  name: 'cutouts',
  tone: 'any',
  draw(s, r, p) {
    s.ground(p.tone === 'dark' ? p.layers[3] : p.paper)
    const colours = r.shuffle([...p.accents, p.layers[1], p.layers[2]])
    const [cols, rows] = r.pick([
      [2, 2],
      [3, 2],
      [2, 3],
      [3, 3],
    ] as const)
    let k = 0
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        const [w, h] = [SIDE / cols, SIDE / rows]
        s.rect(col * w, row * h, w + 0.4, h + 0.4, colours[(k * 2 + row) % 6] ?? p.paper)
        frond(s, r, col * w + w / 2, row * h + h / 2, Math.min(w, h) * 0.46, colours[(k * 2 + row + 3) % 6] ?? p.ink)
        k++
      }
    }
  },
  mean: (p) => [...p.accents.map((c) => [c, 1] as const), [p.layers[1], 1], [p.layers[2], 1]],
}

/** A lobed leaf as scissors would cut it: deep round notches along an oval. */
function frond(s: Sheet, r: Random, cx: number, cy: number, size: number, colour: string): void {
  const lobes = r.int(4, 8)
  const [slim, notch] = [r.range(0.55, 0.95), r.range(0.34, 0.62)]
  const points: Point[] = []
  for (let i = 0; i < lobes * 4; i++) {
    const a = (i / (lobes * 4)) * Math.PI * 2
    const reach = size * (i % 4 === 0 ? notch : i % 4 === 2 ? r.range(0.92, 1.04) : (notch + 1) / 2 + 0.12)
    points.push([Math.cos(a) * reach * slim, Math.sin(a) * reach])
  }
  s.path(smooth(points, true), colour, `transform="translate(${n(cx)} ${n(cy)}) rotate(${n(r.range(-50, 50))})"`)
}
