// Drawings made of lines.
import { lighter, mix } from './colour.ts'
import type { Family } from './family.ts'
import { n, type Point, polyline, smooth } from './sheet.ts'

export const contours: Family = {
  name: 'contours',
  tone: 'any',
  draw(s, r, p) {
    const dark = p.tone === 'dark'
    const ground = dark ? p.layers[4] : p.paper
    s.ground(ground)
    const line = dark ? p.accents[1] : p.ink
    const [cx, cy] = [r.range(80, 220), r.range(80, 220)]
    const terms = [2, 3, 5].map((k) => [k, r.range(0, 6.28), r.range(0.08, 0.24) / Math.sqrt(k)] as const)
    const filled = r.chance(0.5)
    const step = r.range(9, 14)
    for (let radius = 260; radius > 8; radius -= step) {
      const points: Point[] = []
      for (let i = 0; i < 30; i++) {
        const a = (i / 30) * Math.PI * 2
        let stretch = 1
        for (const [k, phase, size] of terms) stretch += size * Math.sin(a * k + phase + radius * 0.006)
        points.push([cx + Math.cos(a) * radius * stretch, cy + Math.sin(a) * radius * stretch])
      }
      const d = smooth(points, true)
      const t = 1 - radius / 260
      const fill = filled
        ? t < 0.5
          ? mix(p.layers[3], p.layers[1], t * 2)
          : mix(p.layers[1], p.sun, t * 2 - 1)
        : 'none'
      s.path(
        d,
        fill,
        `stroke="${line}" stroke-opacity="${filled ? 0.35 : 0.85}" stroke-width="${Math.round(radius / step) % 5 === 0 ? 1.9 : 0.9}"`,
      )
    }
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.layers[4] : p.paper, 5],
    [p.layers[1], 2],
    [p.layers[2], 2],
    [p.sun, 1],
  ],
}

export const ridges: Family = {
  name: 'ridges',
  tone: 'any',
  draw(s, r, p) {
    const dark = p.tone === 'dark'
    const ground = dark ? p.ink : p.paper
    s.ground(ground)
    const rows = r.int(22, 32)
    const [x0, y0, size] = [r.range(70, 230), r.range(60, 110), r.range(26, 46)]
    s.circle(x0, y0, size, p.accents[0])
    const peaks = [0, 1, 2].map(() => [r.range(20, 280), r.range(24, 60), r.range(30, 74)] as const)
    for (let row = 0; row < rows; row++) {
      const t = row / (rows - 1)
      const y = 128 + t * 176
      const points: Point[] = []
      const [a, b] = [r.range(0, 0.6) + row * 0.23, row * 0.31]
      for (let i = 0; i <= 50; i++) {
        const x = -6 + (i * 312) / 50
        let rise = 0
        for (const [at, width, height] of peaks) {
          rise += height * Math.exp(-(((x - at - row * 1.8) / width) ** 2)) * (1 - t * 0.75)
        }
        points.push([x, y - rise * (0.82 + 0.18 * Math.sin(x * 0.17 + a) + 0.1 * Math.sin(x * 0.41 + b))])
      }
      const d = polyline(points)
      s.path(`${d}L308 308L-8 308Z`, ground)
      s.stroke(
        d,
        dark ? mix(p.accents[1], p.layers[1], t) : mix(p.ink, p.layers[2], t),
        0.9 + t * 1.3,
        'stroke-linejoin="round"',
      )
    }
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.ink : p.paper, 8],
    [p.tone === 'dark' ? p.accents[1] : p.ink, 2],
  ],
}

export const moire: Family = {
  name: 'moire',
  tone: 'any',
  draw(s, r, p) {
    const dark = p.tone === 'dark'
    s.ground(dark ? p.ink : p.paper)
    const step = r.range(5, 8)
    const [ax, ay] = [r.range(70, 150), r.range(80, 170)]
    const [bx, by] = [ax + r.range(50, 110), ay + r.range(20, 90)]
    const ring = (x: number, y: number, colour: string, reach: number) => {
      for (let radius = step; radius < reach; radius += step) s.ring(x, y, radius, step * 0.42, colour, 'opacity="0.9"')
    }
    ring(ax, ay, dark ? p.accents[1] : p.ink, r.range(90, 260))
    ring(bx, by, p.accents[0], r.range(80, 150))
    if (r.chance(0.5)) ring(r.range(60, 240), r.range(200, 260), p.accents[dark ? 2 : 1], r.range(50, 100))
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.ink : p.paper, 6],
    [p.tone === 'dark' ? p.accents[1] : p.ink, 2],
    [p.accents[0], 2],
  ],
}

export const strokes: Family = {
  name: 'strokes',
  tone: 'any',
  draw(s, r, p) {
    s.ground(p.tone === 'dark' ? p.layers[4] : p.paper)
    const colours = r.shuffle([...p.accents, p.layers[1]])
    for (let k = 0, count = r.int(3, 5); k < count; k++) {
      const y = 44 + (k * 220) / Math.max(1, count - 1) + r.range(-10, 10)
      const colour = colours[k % 5] ?? p.ink
      const [x0, x1] = [r.range(-10, 60), r.range(240, 310)]
      const bend = r.range(-46, 46)
      const height = r.range(26, 48)
      for (let hair = 0; hair < 18; hair++) {
        const t = hair / 17 - 0.5
        const tint = lighter(mix(colour, p.ink, Math.abs(t) * 0.24), r.range(0, 0.22))
        s.stroke(
          `M${n(x0 + r.range(-9, 9))} ${n(y + t * height)}C${n(x0 + 80)} ${n(y + bend + t * height)} ${n(x1 - 80)} ${n(y - bend + t * height)} ${n(x1 + r.range(-26, 12))} ${n(y + t * height)}`,
          tint,
          height / 13,
          'stroke-linecap="round" opacity="0.92"',
        )
      }
    }
  },
  mean: (p) => [[p.tone === 'dark' ? p.layers[4] : p.paper, 4], ...p.accents.map((c) => [c, 1.4] as const)],
}

export const spiral: Family = {
  name: 'spiral',
  tone: 'any',
  draw(s, r, p) {
    const dark = p.tone === 'dark'
    s.ground(
      s.radial(150, 150, 215, [
        [0, dark ? p.layers[3] : lighter(p.sky[0], 0.3)],
        [1, dark ? p.ink : p.sky[1]],
      ]),
    )
    const [arms, dots] = [r.pick([5, 8, 13]), r.int(150, 260)]
    const golden = Math.PI * 2 * (r.chance(0.5) ? 0.381966 : 1 / arms + 0.006)
    const colours = [p.accents[0], p.accents[1], p.accents[2], dark ? p.paper : p.ink]
    for (let i = 2; i < dots; i++) {
      const radius = 136 * Math.sqrt(i / dots)
      const a = i * golden
      s.circle(
        150 + Math.cos(a) * radius,
        150 + Math.sin(a) * radius,
        1.4 + (radius / 136) * 5.4,
        colours[(i % arms) % 4] ?? p.sun,
      )
    }
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.layers[3] : p.sky[0], 3],
    [p.tone === 'dark' ? p.ink : p.sky[1], 3],
    [p.accents[0], 1],
    [p.accents[1], 1],
  ],
}

export const record: Family = {
  name: 'record',
  tone: 'any',
  draw(s, r, p) {
    const [ground, disc] =
      p.tone === 'dark' ? [p.accents[0], p.ink] : [r.pick([p.accents[1], p.accents[3], p.sky[1]]), p.ink]
    s.ground(ground)
    const [cx, cy] = [r.pick([150, 230, 70, 150]), r.pick([150, 150, 240])]
    const size = r.range(112, 150)
    const round = `M${n(cx - size)} ${n(cy)}a${n(size)} ${n(size)} 0 1 0 ${n(size * 2)} 0a${n(size)} ${n(size)} 0 1 0 ${n(-size * 2)} 0Z`
    s.shade(round, 11, 0.3, 3, 5)
    s.path(round, disc)
    for (let radius = size * 0.46; radius < size - 3; radius += 3.4)
      s.ring(cx, cy, radius, 0.7, lighter(disc, 0.22), 'opacity="0.7"')
    const shine = (a: number) =>
      s.path(
        `M${n(cx)} ${n(cy)}L${n(cx + Math.cos(a) * size)} ${n(cy + Math.sin(a) * size)}A${n(size)} ${n(size)} 0 0 1 ${n(cx + Math.cos(a + 0.5) * size)} ${n(cy + Math.sin(a + 0.5) * size)}Z`,
        '#fff',
        'opacity="0.09"',
      )
    const a = r.range(0, 3)
    shine(a)
    shine(a + Math.PI)
    s.circle(cx, cy, size * 0.4, p.accents[2])
    s.path(`M${n(cx - size * 0.4)} ${n(cy)}a${n(size * 0.4)} ${n(size * 0.4)} 0 0 1 ${n(size * 0.8)} 0Z`, p.paper)
    s.circle(cx, cy, 4.5, ground)
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.accents[0] : p.accents[1], 4],
    [p.ink, 4],
    [p.accents[2], 1],
  ],
}

export const pool: Family = {
  name: 'pool',
  tone: 'light',
  avoid: ['clay', 'primary', 'orchard', 'cobalt', 'seventies', 'mustard', 'sand', 'garden', 'orchid'],
  draw(s, r, p) {
    s.ground(
      s.linear(
        [
          [0, mix(p.layers[0], p.paper, 0.25)],
          [1, p.layers[1]],
        ],
        r.range(-40, 40),
      ),
    )
    const step = r.range(34, 46)
    for (let row = -1; row * step * 0.62 < 320; row++) {
      for (let col = -1; col * step < 330; col++) {
        const [x, y] = [col * step + (row % 2 ? step / 2 : 0) + r.range(-5, 5), row * step * 0.62 + r.range(-4, 4)]
        const points: Point[] = []
        for (let i = 0; i < 7; i++) {
          const a = (i / 7) * Math.PI * 2
          points.push([x + Math.cos(a) * step * r.range(0.44, 0.56), y + Math.sin(a) * step * r.range(0.26, 0.36)])
        }
        s.stroke(smooth(points, true), '#ffffff', r.range(1, 2.6), 'opacity="0.55"')
      }
    }
    for (let k = 0, rings = r.int(1, 2); k < rings; k++) {
      const size = k === 0 ? r.range(46, 62) : r.range(20, 28)
      const [x, y] = k === 0 ? [r.range(95, 205), r.range(110, 200)] : [r.pick([50, 250]), r.pick([50, 250])]
      const around = 2 * Math.PI * size
      s.ring(x + 9, y + 14, size, size * 0.46, p.layers[4], 'opacity="0.28"')
      s.ring(x, y, size, size * 0.46, p.paper)
      s.ring(
        x,
        y,
        size,
        size * 0.46,
        p.accents[k === 0 ? 0 : 2],
        `stroke-dasharray="${n(around / 8)} ${n(around / 8)}"`,
      )
      s.ring(x - size * 0.04, y - size * 0.05, size * 1.06, size * 0.07, '#ffffff', 'opacity="0.5"')
    }
  },
  mean: (p) => [
    [p.layers[0], 4],
    [p.layers[1], 4],
    [p.paper, 2],
  ],
}

export const kites: Family = {
  name: 'balloons',
  tone: 'any',
  avoid: ['gilt', 'crimson', 'graphite'],
  draw(s, r, p) {
    s.ground(
      s.linear([
        [0, p.sky[0]],
        [1, p.sky[1]],
      ]),
    )
    for (let i = 0; i < 4; i++) {
      const [x, y, w] = [r.range(-20, 260), r.range(40, 280), r.range(60, 120)]
      s.path(
        `M${n(x)} ${n(y)}h${n(w)}a13 13 0 0 0 -13 -16a20 20 0 0 0 -34 -8a17 17 0 0 0 -30 8a14 14 0 0 0 ${n(77 - w)} 16Z`,
        p.paper,
        'opacity="0.5"',
      )
    }
    const count = r.int(2, 4)
    for (let i = 0; i < count; i++) {
      const size = i === 0 ? r.range(46, 62) : r.range(16, 32)
      const x = i === 0 ? 150 + r.range(-40, 40) : r.range(40, 260)
      const y = i === 0 ? r.range(105, 135) : r.range(50, 240)
      const top = r.shuffle(p.accents)
      const d = `M${n(x)} ${n(y - size)}C${n(x + size * 1.25)} ${n(y - size)} ${n(x + size * 1.1)} ${n(y + size * 0.4)} ${n(x + size * 0.24)} ${n(y + size)}H${n(x - size * 0.24)}C${n(x - size * 1.1)} ${n(y + size * 0.4)} ${n(x - size * 1.25)} ${n(y - size)} ${n(x)} ${n(y - size)}Z`
      s.group(`clip-path="${s.clip(d)}"`, () => {
        s.rect(x - size * 1.2, y - size, size * 2.4, size * 2, top[0] ?? p.accents[0])
        s.ellipse(x, y - size * 0.05, size * 0.62, size * 1.06, top[1] ?? p.sun)
        s.ellipse(x, y - size * 0.05, size * 0.26, size * 1.06, top[2] ?? p.ink)
        s.rect(x + size * 0.1, y - size, size * 1.2, size * 2, '#000', 'opacity="0.1"')
      })
      s.stroke(
        `M${n(x - size * 0.22)} ${n(y + size)}l${n(size * 0.07)} ${n(size * 0.3)}M${n(x + size * 0.22)} ${n(y + size)}l${n(-size * 0.07)} ${n(size * 0.3)}`,
        p.ink,
        0.9,
      )
      s.rect(x - size * 0.15, y + size * 1.3, size * 0.3, size * 0.22, p.ink, 'rx="1.5"')
    }
  },
  mean: (p) => [
    [p.sky[0], 4],
    [p.sky[1], 4],
    [p.accents[0], 1],
    [p.accents[1], 1],
  ],
}
