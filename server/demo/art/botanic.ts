// Leaves, flowers and things on a table.
import type { Random } from '../random.ts'
import { darker, lighter, mix } from './colour.ts'
import type { Family } from './family.ts'
import { n, type Sheet, SIDE } from './sheet.ts'

export const leaves: Family = {
  name: 'leaves',
  tone: 'any',
  draw(s, r, p) {
    const dark = p.tone === 'dark'
    s.ground(dark ? p.layers[4] : p.paper)
    const colours = dark
      ? [p.layers[0], p.layers[1], p.accents[0], p.accents[1], p.layers[2]]
      : [...p.accents, p.layers[2]]
    const places: [number, number][] = []
    for (let i = 0; i < 60 && places.length < r.int(11, 15); i++) {
      const at: [number, number] = [r.range(0, SIDE), r.range(0, SIDE)]
      if (places.every(([x, y]) => Math.hypot(x - at[0], y - at[1]) > 52)) places.push(at)
    }
    for (const [x, y] of places)
      leaf(s, r, x, y, r.range(66, 112), r.range(-70, 70) + (r.chance(0.3) ? 180 : 0), r.pick(colours))
  },
  mean: (p) =>
    p.tone === 'dark'
      ? [
          [p.layers[4], 5],
          [p.layers[0], 1],
          [p.layers[1], 1],
          [p.accents[0], 1],
        ]
      : [[p.paper, 5], ...p.accents.map((c) => [c, 1] as const)],
}

function leaf(s: Sheet, r: Random, x: number, y: number, length: number, angle: number, colour: string): void {
  const w = length * r.range(0.2, 0.28)
  const h = length / 2
  const d = `M0 ${n(h)}C${n(w * 1.25)} ${n(h * 0.45)} ${n(w)} ${n(-h * 0.5)} 0 ${n(-h)}C${n(-w)} ${n(-h * 0.5)} ${n(-w * 1.25)} ${n(h * 0.45)} 0 ${n(h)}Z`
  const half = `M0 ${n(h)}C${n(w * 1.25)} ${n(h * 0.45)} ${n(w)} ${n(-h * 0.5)} 0 ${n(-h)}Z`
  s.group(`transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})"`, () => {
    s.path(d, '#000', 'opacity="0.13" transform="translate(3 5)"')
    s.path(d, colour)
    s.path(half, '#000', 'opacity="0.1"')
    let veins = `M0 ${n(h * 1.15)}L0 ${n(-h * 0.86)}`
    for (let i = 0; i < 6; i++) {
      const vy = h * (0.6 - i * 0.24)
      const reach = w * (0.72 - Math.abs(i - 2) * 0.1)
      veins += `M0 ${n(vy)}L${n(reach)} ${n(vy - h * 0.2)}M0 ${n(vy)}L${n(-reach)} ${n(vy - h * 0.2)}`
    }
    s.stroke(veins, lighter(colour, 0.55), 1.1, 'opacity="0.75"')
  })
}

export const flower: Family = {
  name: 'flower',
  tone: 'any',
  draw(s, r, p) {
    const ground = p.tone === 'dark' ? p.layers[3] : r.pick([p.paper, p.accents[3], p.sky[1]])
    s.ground(
      s.radial(150, 140, 220, [
        [0, lighter(ground, 0.08)],
        [1, darker(ground, 0.08)],
      ]),
    )
    const [x, y] = [150 + r.range(-10, 10), 150 + r.range(-10, 10)]
    const colour = r.pick([p.accents[0], p.accents[1], p.layers[0]])
    const petals = r.int(8, 14)
    const round = r.range(0.16, 0.3)
    s.circle(
      x + 8,
      y + 14,
      132,
      s.radial(x + 8, y + 14, 132, [
        [0.3, '#000', 0.32],
        [0.75, '#000', 0.14],
        [1, '#000', 0],
      ]),
    )
    for (let ring = 0; ring < 3; ring++) {
      const length = [112, 84, 54][ring] ?? 50
      const w = length * round + 8
      const tint = lighter(colour, ring * 0.16)
      const fill = s.linear([
        [0, lighter(tint, 0.28)],
        [1, darker(tint, 0.16)],
      ])
      for (let i = 0; i < petals; i++) {
        const angle = (360 * (i + ring * 0.5)) / petals
        s.path(
          `M0 0C${n(w * 1.3)} ${n(-length * 0.35)} ${n(w)} ${n(-length * 0.85)} 0 ${n(-length)}C${n(-w)} ${n(-length * 0.85)} ${n(-w * 1.3)} ${n(-length * 0.35)} 0 0Z`,
          fill,
          `transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})" stroke="${darker(tint, 0.18)}" stroke-opacity="0.35" stroke-width="0.8"`,
        )
      }
    }
    const heart = r.pick([p.sun, p.ink, p.accents[2]])
    s.circle(
      x,
      y,
      r.range(14, 22),
      s.radial(x, y, 22, [
        [0, lighter(heart, 0.25)],
        [1, heart],
      ]),
    )
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.layers[3] : p.paper, 6],
    [p.accents[0], 3],
    [p.accents[1], 1],
  ],
}

export const meadow: Family = {
  name: 'meadow',
  tone: 'any',
  draw(s, r, p) {
    s.ground(
      s.linear([
        [0, p.sky[0]],
        [1, p.sky[1]],
      ]),
    )
    if (r.chance(0.6)) s.circle(r.range(80, 220), r.range(70, 120), r.range(34, 60), p.sun)
    const stem = darker(p.layers[3], 0.1)
    for (let row = 0; row < 2; row++) {
      for (let i = 0, count = r.int(7, 10); i < count; i++) {
        const x = (i + 0.5) * (SIDE / count) + r.range(-8, 8)
        const top = r.range(120, 220) + row * 20
        const lean = r.range(-16, 16)
        s.stroke(`M${n(x)} 304Q${n(x)} ${n(top + 70)} ${n(x + lean)} ${n(top)}`, row ? darker(stem, 0.25) : stem, 2.4)
        s.path(`M${n(x)} 280q${n(20)} -22 ${n(24)} -58q-22 18 -24 58Z`, row ? darker(stem, 0.25) : stem)
        bloom(s, r, x + lean, top, r.range(11, 19), p.accents[(i + row) % 4] ?? p.sun, p.paper)
      }
    }
  },
  mean: (p) => [
    [p.sky[0], 4],
    [p.sky[1], 4],
    [p.layers[3], 2],
    [p.accents[0], 1],
  ],
}

function bloom(s: Sheet, r: Random, x: number, y: number, size: number, colour: string, heart: string): void {
  if (r.chance(0.4)) {
    // A poppy from the side.
    s.path(
      `M${n(x - size)} ${n(y - size * 0.5)}Q${n(x - size * 0.8)} ${n(y + size)} ${n(x)} ${n(y + size * 0.8)}Q${n(x + size * 0.8)} ${n(y + size)} ${n(x + size)} ${n(y - size * 0.5)}Q${n(x + size * 0.5)} ${n(y)} ${n(x + size * 0.35)} ${n(y - size * 0.7)}Q${n(x)} ${n(y - size * 0.1)} ${n(x - size * 0.35)} ${n(y - size * 0.7)}Q${n(x - size * 0.5)} ${n(y)} ${n(x - size)} ${n(y - size * 0.5)}Z`,
      colour,
    )
    return
  }
  const petals = r.int(6, 9)
  for (let i = 0; i < petals; i++) {
    s.ellipse(
      x,
      y - size * 0.62,
      size * 0.3,
      size * 0.5,
      colour,
      `transform="rotate(${n((360 * i) / petals)} ${n(x)} ${n(y)})"`,
    )
  }
  s.circle(x, y, size * 0.28, heart)
}

export const stillLife: Family = {
  name: 'still-life',
  tone: 'any',
  draw(s, r, p) {
    const wall = p.tone === 'dark' ? p.layers[3] : p.sky[0]
    const table = r.range(206, 228)
    s.ground(
      s.linear(
        [
          [0, lighter(wall, 0.08)],
          [1, darker(wall, 0.06)],
        ],
        30,
      ),
    )
    s.rect(0, table, SIDE, SIDE - table, p.tone === 'dark' ? p.layers[4] : p.layers[1])
    const colours = r.shuffle([...p.accents, p.paper])
    const count = r.int(3, 4)
    for (let i = 0; i < count; i++) {
      const x = 62 + (i * 180) / (count - 1) + r.range(-8, 8)
      const foot = table + 10 + (i % 2) * 20
      const colour = colours[i] ?? p.paper
      s.ellipse(x + 22, foot, 42, 6, '#000', 'opacity="0.16"')
      const fill = s.linear(
        [
          [0, lighter(colour, 0.22)],
          [0.55, colour],
          [1, darker(colour, 0.3)],
        ],
        90,
      )
      vessel(s, r, x, foot, fill)
    }
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.layers[3] : p.sky[0], 6],
    [p.tone === 'dark' ? p.layers[4] : p.layers[1], 3],
    [p.accents[0], 1],
    [p.accents[1], 1],
  ],
}

function vessel(s: Sheet, r: Random, x: number, foot: number, fill: string): void {
  const h = r.range(90, 150)
  const w = r.range(22, 34)
  const y = (t: number) => n(foot - h * t)
  switch (r.int(0, 3)) {
    case 0: // bottle
      s.path(
        `M${n(x - w)} ${y(0)}V${y(0.5)}C${n(x - w)} ${y(0.66)} ${n(x - w * 0.34)} ${y(0.66)} ${n(x - w * 0.34)} ${y(0.8)}V${y(1)}H${n(x + w * 0.34)}V${y(0.8)}C${n(x + w * 0.34)} ${y(0.66)} ${n(x + w)} ${y(0.66)} ${n(x + w)} ${y(0.5)}V${y(0)}Z`,
        fill,
      )
      break
    case 1: // vase
      s.path(
        `M${n(x - w * 0.6)} ${y(0)}C${n(x - w * 1.7)} ${y(0.35)} ${n(x - w * 1.2)} ${y(0.62)} ${n(x - w * 0.4)} ${y(0.72)}L${n(x - w * 0.7)} ${y(0.84)}H${n(x + w * 0.7)}L${n(x + w * 0.4)} ${y(0.72)}C${n(x + w * 1.2)} ${y(0.62)} ${n(x + w * 1.7)} ${y(0.35)} ${n(x + w * 0.6)} ${y(0)}Z`,
        fill,
      )
      break
    case 2: // bowl with fruit
      s.circle(x - w * 0.4, foot - h * 0.36, w * 0.6, fill)
      s.circle(x + w * 0.5, foot - h * 0.34, w * 0.5, fill)
      s.path(
        `M${n(x - w * 1.4)} ${y(0.34)}H${n(x + w * 1.4)}C${n(x + w * 1.2)} ${y(0.08)} ${n(x + w * 0.6)} ${y(0)} ${n(x)} ${y(0)}C${n(x - w * 0.6)} ${y(0)} ${n(x - w * 1.2)} ${y(0.08)} ${n(x - w * 1.4)} ${y(0.34)}Z`,
        fill,
      )
      break
    default: // jug
      s.path(
        `M${n(x - w * 0.8)} ${y(0)}L${n(x - w * 1.1)} ${y(0.45)}C${n(x - w)} ${y(0.66)} ${n(x - w * 0.5)} ${y(0.7)} ${n(x - w * 0.5)} ${y(0.9)}L${n(x + w * 0.7)} ${y(0.94)}L${n(x + w * 0.5)} ${y(0.72)}C${n(x + w)} ${y(0.62)} ${n(x + w * 1.1)} ${y(0.5)} ${n(x + w * 0.8)} ${y(0)}Z`,
        fill,
      )
      s.stroke(
        `M${n(x + w * 0.6)} ${y(0.78)}C${n(x + w * 1.9)} ${y(0.76)} ${n(x + w * 1.7)} ${y(0.3)} ${n(x + w * 0.9)} ${y(0.3)}`,
        fill,
        6,
      )
  }
}

export const monstera: Family = {
  name: 'fan-leaves',
  tone: 'any',
  draw(s, r, p) {
    const dark = p.tone === 'dark'
    s.ground(dark ? p.ink : mix(p.paper, p.accents[1], 0.25))
    const colours = dark
      ? [p.layers[0], p.layers[1], p.accents[0], p.layers[2]]
      : [p.layers[2], p.layers[3], p.accents[0], p.layers[1]]
    const corners = r.shuffle([
      [20, 30, 130],
      [285, 20, 225],
      [15, 285, 45],
      [290, 280, -45],
      [150, 310, 0],
    ] as const)
    corners.forEach(([x, y, angle], k) => {
      const blades = 9
      const reach = r.range(120, 168)
      const colour = colours[k % 4] ?? p.accents[0]
      for (let i = 0; i < blades; i++) {
        const a = angle + (i - (blades - 1) / 2) * 15
        const length = reach * (1 - Math.abs(i - 4) * 0.06)
        s.path(
          `M0 0C${n(length * 0.1)} ${n(-length * 0.3)} ${n(length * 0.09)} ${n(-length * 0.75)} 0 ${n(-length)}C${n(-length * 0.09)} ${n(-length * 0.75)} ${n(-length * 0.1)} ${n(-length * 0.3)} 0 0Z`,
          i % 2 ? colour : mix(colour, dark ? p.ink : p.paper, 0.22),
          `transform="translate(${n(x)} ${n(y)}) rotate(${n(a)})"`,
        )
      }
    })
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.ink : mix(p.paper, p.accents[1], 0.25), 4],
    [p.layers[1], 2],
    [p.layers[2], 2],
    [p.accents[0], 2],
  ],
}
