// Land, water and sky.
import type { Random } from '../random.ts'
import { darker, lighter, mix } from './colour.ts'
import type { Family } from './family.ts'
import { downTo, n, type Point, polygon, type Sheet, SIDE, smooth } from './sheet.ts'

/** A rolling line across the sheet: two sines with chance phases, sampled and smoothed. */
export function rolling(r: Random, y: number, swing: number, waves: number): string {
  const [a, b] = [r.range(0, 6.28), r.range(0, 6.28)]
  const second = r.range(1.6, 2.6)
  const points: Point[] = []
  for (let i = 0; i <= 12; i++) {
    const t = i / 12
    const dy = Math.sin(t * 6.28 * waves + a) * 0.65 + Math.sin(t * 6.28 * waves * second + b) * 0.35
    points.push([-6 + t * (SIDE + 12), y + dy * swing])
  }
  return smooth(points)
}

const sky = (s: Sheet, p: { sky: readonly [string, string] }, angle = 0) =>
  s.ground(
    s.linear(
      [
        [0, p.sky[0]],
        [1, p.sky[1]],
      ],
      angle,
    ),
  )

const glow = (s: Sheet, x: number, y: number, reach: number, colour: string, strength = 0.6) =>
  s.circle(
    x,
    y,
    reach,
    s.radial(x, y, reach, [
      [0, colour, strength],
      [0.45, colour, strength * 0.35],
      [1, colour, 0],
    ]),
  )

export const hills: Family = {
  name: 'hills',
  tone: 'any',
  draw(s, r, p) {
    sky(s, p)
    const [x, y, size] = [r.range(70, 230), r.range(60, 105), r.range(20, 40)]
    glow(s, x, y, size * 3.2, p.sun, 0.5)
    s.circle(x, y, size, p.sun)
    const count = r.int(4, 5)
    for (let i = 0; i < count; i++) {
      const colour = p.layers[i] ?? p.ink
      const top = 115 + (i * 170) / count + r.range(-8, 8)
      const d = downTo(rolling(r, top, r.range(14, 26), r.range(0.7, 1.5)), -6, 306)
      s.path(
        d,
        s.linear([
          [0, lighter(colour, 0.1)],
          [0.8, darker(colour, 0.08)],
        ]),
      )
    }
  },
  mean: (p) => [
    [p.sky[0], 2],
    [p.sky[1], 2],
    [p.layers[1], 2],
    [p.layers[2], 2],
    [p.layers[3], 2],
  ],
}

export const harbour: Family = {
  name: 'harbour',
  tone: 'dark',
  draw(s, r, p) {
    const horizon = r.range(165, 200)
    s.ground(
      s.linear([
        [0, p.sky[0]],
        [horizon / SIDE, p.sky[1]],
        [1, p.sky[1]],
      ]),
    )
    const [x, size] = [r.range(95, 205), r.range(48, 76)]
    const y = horizon - r.range(-0.15, 0.45) * size
    glow(s, x, y, size * 2.4, p.sun, 0.5)
    s.circle(x, y, size, p.sun)
    s.rect(
      0,
      horizon,
      SIDE,
      SIDE - horizon,
      s.linear([
        [0, p.layers[3]],
        [1, p.ink],
      ]),
    )
    const lines = r.int(14, 20)
    for (let i = 0; i < lines; i++) {
      const t = i / lines
      const half = size * (1 - t * 0.55) * r.range(0.35, 1.05)
      const h = 1.6 + t * 2.6
      const ly = horizon + 5 + t * (SIDE - horizon - 8)
      s.rect(x - half + r.range(-9, 9), ly, half * 2, h, p.sun, `rx="${n(h / 2)}" opacity="${n(0.95 - t * 0.6)}"`)
    }
    if (r.chance(0.35)) {
      // A small sail on the far water.
      const [bx, by, h] = [x + r.pick([-1, 1]) * r.range(55, 80), horizon + 6, r.range(20, 30)]
      s.path(`M${n(bx)} ${n(by - h)}L${n(bx + h * 0.55)} ${n(by - 3)}L${n(bx)} ${n(by - 3)}Z`, p.ink)
      s.path(`M${n(bx - h * 0.4)} ${n(by - 1)}h${n(h)}l-5 5h${n(-h + 10)}Z`, p.ink)
    }
  },
  mean: (p) => [
    [p.sky[0], 3],
    [p.sky[1], 3],
    [p.layers[3], 2],
    [p.ink, 2],
    [p.sun, 1],
  ],
}

export const strata: Family = {
  name: 'strata',
  tone: 'any',
  avoid: ['gilt', 'midnight', 'crimson'],
  draw(s, r, p) {
    s.ground(lighter(p.sky[1], 0.35))
    const count = r.int(7, 9)
    const [waves, swing] = [r.range(0.7, 1.3), r.range(14, 24)]
    for (let i = 0; i < count; i++) {
      const t = (i / (count - 1)) * 4
      const low = Math.min(3, Math.floor(t))
      const colour = mix(p.layers[low] ?? p.ink, p.layers[low + 1] ?? p.ink, t - low)
      const d = downTo(rolling(r, 50 + (i * 240) / count, swing, waves), -6, 306)
      s.shade(d, 7, 0.34, 0, -2)
      s.path(
        d,
        s.linear([
          [0, lighter(colour, 0.14)],
          [0.5, colour],
        ]),
      )
    }
  },
  mean: (p) => [
    [p.layers[0], 2],
    [p.layers[1], 2],
    [p.layers[2], 2],
    [p.layers[3], 2],
    [p.layers[4], 1],
  ],
}

export const peaks: Family = {
  name: 'peaks',
  tone: 'any',
  draw(s, r, p) {
    sky(s, p)
    const [x, y, size] = [r.range(60, 240), r.range(50, 100), r.range(16, 46)]
    glow(s, x, y, size * 2.6, p.sun, 0.45)
    s.circle(x, y, size, p.sun)
    const count = r.int(3, 5)
    for (let i = 0; i < count; i++) {
      const base = 130 + (i * 150) / count
      const colour = p.layers[Math.min(4, i + (5 - count))] ?? p.ink
      const points: Point[] = [[-10, base + r.range(0, 20)]]
      let px = -10
      while (px < 310) {
        const up = r.range(18, 62) * (1 - i * 0.12)
        const half = up * r.range(0.75, 1.25)
        points.push(
          [px + half, base - up],
          [px + half * 1.35, base - up * 0.62],
          [px + half * 2, base + r.range(-4, 14)],
        )
        px += half * 2
      }
      const d = `${polygon([...points, [320, 310], [-10, 310]])}`
      s.path(
        d,
        s.linear([
          [0, colour],
          [1, mix(colour, p.sky[1], 0.45)],
        ]),
      )
    }
  },
  mean: (p) => [
    [p.sky[0], 2],
    [p.sky[1], 3],
    [p.layers[2], 2],
    [p.layers[3], 2],
  ],
}

export const pines: Family = {
  name: 'pines',
  tone: 'any',
  avoid: ['primary', 'cobalt', 'mustard'],
  draw(s, r, p) {
    sky(s, p)
    const [x, y, size] = [r.range(80, 220), r.range(80, 125), r.range(34, 62)]
    glow(s, x, y, size * 2.2, p.sun, 0.55)
    s.circle(x, y, size, p.sun)
    for (let row = 0; row < 3; row++) {
      const colour = p.layers[row + 2] ?? p.ink
      const ground = 205 + row * 42
      let d = `M-5 310L-5 ${ground}`
      for (let tx = -5 + r.range(0, 10); tx < 310; tx += r.range(13, 26) + row * 6) {
        const h = r.range(34, 78) + row * 22
        const w = h * 0.21
        const top = ground - h
        d += `L${n(tx - w)} ${n(ground)}`
        const tiers = 4
        const tier = (k: number, side: number) => {
          const reach = w * (1 - k / tiers) * side
          return [
            `L${n(tx + reach)} ${n(top + (h * (tiers - k)) / tiers)}`,
            `L${n(tx + reach * 0.42)} ${n(top + (h * (tiers - k - 0.82)) / tiers)}`,
          ]
        }
        for (let k = 0; k < tiers; k++) d += tier(k, -1).join('')
        d += `L${n(tx)} ${n(top - 3)}`
        for (let k = tiers - 1; k >= 0; k--) d += tier(k, 1).reverse().join('')
        d += `L${n(tx + w)} ${n(ground)}`
      }
      s.path(`${d}L310 ${ground}L310 310Z`, row === 2 ? darker(p.layers[4], 0.25) : colour)
    }
  },
  mean: (p) => [
    [p.sky[0], 3],
    [p.sky[1], 3],
    [p.layers[3], 2],
    [p.layers[4], 3],
  ],
}

export const city: Family = {
  name: 'city',
  tone: 'any',
  avoid: ['primary', 'mustard', 'orchard'],
  draw(s, r, p) {
    sky(s, p)
    glow(s, r.range(90, 210), 170, 150, p.sun, 0.55)
    for (let row = 0; row < 3; row++) {
      const colour = row === 0 ? mix(p.layers[1], p.sky[1], 0.45) : (p.layers[row + 1] ?? p.ink)
      let windows = ''
      let blocks = ''
      for (let x = -8; x < 305; ) {
        const w = r.range(17, 38)
        const h = r.range(60, 140) - row * 12 + (r.chance(0.15) ? 36 : 0)
        const top = SIDE - h - (2 - row) * 32
        blocks += `M${n(x)} 302V${n(top)}h${n(w)}V302Z`
        if (r.chance(0.25)) blocks += `M${n(x + w / 2 - 1)} ${n(top)}v-16h2v16Z`
        if (row > 0) {
          for (let wy = top + 7; wy < 296; wy += 8) {
            for (let wx = x + 4; wx < x + w - 5; wx += 6.5) {
              if (r.chance(row === 2 ? 0.3 : 0.16)) windows += `M${n(wx)} ${n(wy)}h2.6v3.6h-2.6Z`
            }
          }
        }
        x += w + (r.chance(0.3) ? r.range(1, 6) : 0)
      }
      s.path(blocks, colour)
      if (windows) s.path(windows, p.sun, 'opacity="0.75"')
    }
  },
  mean: (p) => [
    [p.sky[0], 3],
    [p.sky[1], 3],
    [p.layers[2], 2],
    [p.layers[3], 2],
  ],
}

export const palms: Family = {
  name: 'palms',
  tone: 'any',
  avoid: ['gilt', 'graphite', 'primary', 'mustard', 'sand'],
  draw(s, r, p) {
    sky(s, p)
    const [x, y, size] = [150 + r.range(-35, 35), r.range(150, 180), r.range(60, 82)]
    glow(s, x, y, size * 2, p.sun, 0.5)
    const disc = s.linear([
      [0, p.sun],
      [1, p.accents[0]],
    ])
    if (r.chance(0.6)) {
      // A sun cut by bands of sky that widen downwards.
      let slices = `M${n(x - size)} ${n(y)}A${n(size)} ${n(size)} 0 0 1 ${n(x + size)} ${n(y)}Z`
      for (let i = 0; i < 6; i++) {
        const [from, to] = [(size * (i * 1.6 + 0.3)) / 10, (size * (i * 1.6 + 1.5 - i * 0.09)) / 10]
        const half = (dy: number) => Math.sqrt(Math.max(0, size * size - dy * dy))
        slices += polygon([
          [x - half(from), y + from],
          [x + half(from), y + from],
          [x + half(to), y + to],
          [x - half(to), y + to],
        ])
      }
      s.path(slices, disc)
    } else s.circle(x, y, size, disc)
    s.path(downTo(rolling(r, 262, 6, 0.8), -6, 306), p.ink)
    for (let i = 0, count = r.int(2, 3); i < count; i++) {
      palm(s, r, p.ink, 40 + (i * 220) / Math.max(1, count - 1) + r.range(-14, 14), 272, r.range(105, 170))
    }
  },
  mean: (p) => [
    [p.sky[0], 4],
    [p.sky[1], 4],
    [p.sun, 1],
    [p.accents[0], 1],
    [p.ink, 2],
  ],
}

function palm(s: Sheet, r: Random, ink: string, x: number, foot: number, height: number): void {
  const lean = r.range(-26, 26)
  const [tx, ty] = [x + lean, foot - height]
  s.stroke(
    `M${n(x)} ${n(foot + 4)}Q${n(x + lean * 0.15)} ${n(foot - height * 0.55)} ${n(tx)} ${n(ty)}`,
    ink,
    4.6,
    'stroke-linecap="round"',
  )
  for (let i = 0; i < 9; i++) {
    const angle = (i / 8) * Math.PI * 1.16 - Math.PI * 1.08
    const reach = height * r.range(0.3, 0.38)
    const [ex, ey] = [tx + Math.cos(angle) * reach, ty + Math.sin(angle) * reach * 0.7 + reach * 0.5]
    const [mx, my] = [tx + Math.cos(angle) * reach * 0.62, ty + Math.sin(angle) * reach * 0.8 - 4]
    s.path(
      `M${n(tx)} ${n(ty)}Q${n(mx)} ${n(my - 5)} ${n(ex)} ${n(ey)}Q${n(mx - 2)} ${n(my + 7)} ${n(tx)} ${n(ty + 3)}Z`,
      ink,
    )
  }
}

export const road: Family = {
  name: 'road',
  tone: 'any',
  avoid: ['aurora', 'primary'],
  draw(s, r, p) {
    sky(s, p)
    const horizon = r.range(150, 185)
    const x = 150 + r.range(-40, 40)
    glow(s, x, horizon - 20, 120, p.sun, 0.5)
    s.circle(x, horizon - r.range(6, 46), r.range(22, 40), p.sun)
    s.path(downTo(rolling(r, horizon - 8, 14, 1.4), -6, 306, horizon + 4), p.layers[1])
    s.rect(
      0,
      horizon,
      SIDE,
      SIDE - horizon,
      s.linear([
        [0, p.layers[2]],
        [1, p.layers[3]],
      ]),
    )
    const sway = r.range(-40, 40)
    const edge = (side: number, foot: number) =>
      `${n(x + side)} ${n(horizon)}C${n(x + sway + side * 4)} ${n(horizon + 34)} ${n(150 - sway + side * 14)} ${n(horizon + 60)} ${n(foot)} 302`
    s.path(
      `M${edge(-1.5, 30)}L270 302C${n(150 - sway + 60)} ${n(horizon + 60)} ${n(x + sway + 14)} ${n(horizon + 34)} ${n(x + 1.5)} ${n(horizon)}Z`,
      p.layers[4],
    )
    s.stroke(`M${edge(0, 150)}`, p.paper, 3.4, 'stroke-dasharray="11 13" opacity="0.85"')
  },
  mean: (p) => [
    [p.sky[0], 3],
    [p.sky[1], 3],
    [p.layers[2], 1],
    [p.layers[3], 1],
    [p.layers[4], 2],
  ],
}

export const dunes: Family = {
  name: 'dunes',
  tone: 'any',
  avoid: ['primary', 'cobalt', 'mustard'],
  draw(s, r, p) {
    sky(s, p, r.range(-20, 20))
    if (r.chance(0.7)) s.circle(r.range(60, 240), r.range(46, 90), r.range(12, 26), p.sun)
    for (let i = 0; i < 4; i++) {
      const crest = r.range(60, 240)
      const y = 110 + i * 44
      const [l, rt] = [y + r.range(20, 60), y + r.range(20, 60)]
      const colour = p.layers[i] ?? p.ink
      const line = `M-6 ${n(l)}Q${n(crest * 0.55)} ${n(y + 18)} ${n(crest)} ${n(y)}Q${n(crest + (306 - crest) * 0.4)} ${n(y + 36)} 306 ${n(rt)}`
      s.path(
        `${line}L306 302L-6 302Z`,
        s.linear(
          [
            [0, lighter(colour, 0.16)],
            [1, colour],
          ],
          60,
        ),
      )
      // The side away from the light.
      const bend = crest + r.range(-50, 50)
      s.path(
        `M${n(crest)} ${n(y)}Q${n(bend + 26)} ${n(y + 60)} ${n(bend)} 302L306 302L306 ${n(rt)}Q${n(crest + (306 - crest) * 0.4)} ${n(y + 36)} ${n(crest)} ${n(y)}Z`,
        darker(colour, 0.22),
        'opacity="0.8"',
      )
    }
  },
  mean: (p) => [
    [p.sky[0], 2],
    [p.sky[1], 2],
    [p.layers[1], 2],
    [p.layers[2], 3],
    [p.layers[3], 2],
  ],
}
