// Glows, gradients, spheres: pictures made of light.
import { darker, lighter, mix } from './colour.ts'
import type { Family } from './family.ts'
import { n, type Point, SIDE, smooth } from './sheet.ts'

export const eclipse: Family = {
  name: 'eclipse',
  tone: 'dark',
  avoid: ['ember', 'peach', 'denim'],
  draw(s, r, p) {
    const night = darker(mix(p.sky[0], p.ink, 0.6), 0.5)
    s.ground(night)
    const [cx, cy, size] = [150 + r.range(-22, 22), 150 + r.range(-22, 22), r.range(58, 88)]
    const colour = r.pick([p.accents[0], p.layers[0], p.accents[1]])
    for (let i = 0, stars = r.int(24, 60); i < stars; i++) {
      s.circle(r.range(0, SIDE), r.range(0, SIDE), r.range(0.3, 0.9), '#fff', `opacity="${n(r.range(0.2, 0.7))}"`)
    }
    const reach = size * 2
    const edge = size / reach
    s.circle(
      cx,
      cy,
      reach,
      s.radial(cx, cy, reach, [
        [edge * 0.96, colour, 0],
        [edge, lighter(colour, 0.5), 0.95],
        [edge + 0.05, colour, 0.6],
        [edge + 0.17, colour, 0.22],
        [1, colour, 0],
      ]),
    )
    s.circle(cx, cy, size, darker(night, 0.45))
    s.ring(cx, cy, size, 1.6, lighter(colour, 0.65))
    // The diamond of the ring: where the light breaks through.
    const a = r.range(0, 6.28)
    const [dx, dy] = [cx + Math.cos(a) * size, cy + Math.sin(a) * size]
    s.circle(
      dx,
      dy,
      size * 0.5,
      s.radial(dx, dy, size * 0.5, [
        [0, '#fff', 0.95],
        [0.16, lighter(colour, 0.5), 0.6],
        [1, colour, 0],
      ]),
    )
  },
  mean: (p) => [
    [darker(mix(p.sky[0], p.ink, 0.6), 0.5), 8],
    [p.accents[0], 2],
  ],
}

export const streaks: Family = {
  name: 'streaks',
  tone: 'dark',
  avoid: ['ember', 'peach', 'denim', 'navyrose'],
  draw(s, r, p) {
    s.ground(
      s.linear([
        [0, '#020205'],
        [0.5, darker(p.layers[4], 0.3)],
        [1, '#020205'],
      ]),
    )
    const tilt = r.pick([0, 0, -14, 90, 24])
    const colours = [p.accents[0], p.accents[1], p.layers[0], lighter(p.accents[0], 0.6)]
    const fills = colours.map((c) =>
      s.linear(
        [
          [0, c, 0],
          [0.4, c, 0.9],
          [0.62, lighter(c, 0.5), 1],
          [1, c, 0],
        ],
        90,
      ),
    )
    s.group(`transform="rotate(${tilt} 150 150) translate(150 150) scale(1.2) translate(-150 -150)"`, () => {
      for (let i = 0, count = r.int(46, 70); i < count; i++) {
        const y = 150 + (r.next() + r.next() + r.next() - 1.5) * 120
        const w = r.range(60, 260)
        const h = r.chance(0.2) ? r.range(3, 7) : r.range(0.6, 2.2)
        s.ellipse(r.range(20, 280), y, w / 2, h / 2, r.pick(fills), `opacity="${n(r.range(0.35, 1))}"`)
      }
    })
  },
  mean: (p) => [
    ['#020205', 6],
    [p.layers[4], 3],
    [p.accents[0], 2],
  ],
}

export const haze: Family = {
  name: 'haze',
  tone: 'any',
  draw(s, r, p) {
    s.ground(mix(p.sky[1], p.paper, p.tone === 'light' ? 0.5 : 0))
    const colours = r.shuffle([p.accents[0], p.accents[1], p.layers[1], p.sky[0], p.accents[2], p.sun])
    for (let i = 0; i < 6; i++) {
      const [x, y, reach] = [r.range(-20, 320), r.range(-20, 320), r.range(120, 230)]
      const c = colours[i] ?? p.sun
      s.ground(
        s.radial(x, y, reach, [
          [0, c, 0.9],
          [0.5, c, 0.42],
          [1, c, 0],
        ]),
      )
    }
    const figure = r.int(0, 3)
    if (figure === 1) s.circle(150, 150, r.range(48, 78), p.paper, 'opacity="0.9"')
    if (figure === 2) s.ring(150, 150, r.range(60, 96), r.range(1, 3), p.paper)
  },
  mean: (p) => [
    [p.sky[1], 2],
    [p.accents[0], 2],
    [p.accents[1], 2],
    [p.layers[1], 1],
    [p.sun, 1],
  ],
}

export const sphere: Family = {
  name: 'sphere',
  tone: 'any',
  draw(s, r, p) {
    const ground = p.tone === 'dark' ? mix(p.ink, p.layers[3], 0.35) : mix(p.paper, p.sky[1], 0.55)
    s.ground(
      s.linear([
        [0, lighter(ground, 0.1)],
        [0.7, ground],
        [1, darker(ground, 0.12)],
      ]),
    )
    const size = r.range(50, 88)
    const balls: [number, number, number, string][] = r.chance(0.6)
      ? [[150 + r.range(-1, 1) * (118 - size), r.range(112, 150), size, p.accents[0]]]
      : [
          [r.range(96, 116), 150, r.range(46, 60), p.accents[0]],
          [r.range(204, 222), 172, r.range(28, 40), p.accents[1]],
          [r.range(150, 186), r.range(70, 90), r.range(16, 24), p.accents[2]],
        ]
    for (const [x, y, size, colour] of balls) {
      const sy = y + size * 1.02
      s.add(
        `<g transform="translate(0 ${n(sy)}) scale(1 0.26) translate(0 ${n(-sy)})"><circle cx="${n(x + size * 0.12)}" cy="${n(sy)}" r="${n(size * 1.15)}" fill="${s.radial(
          x + size * 0.12,
          sy,
          size * 1.15,
          [
            [0, '#000', 0.5],
            [0.5, '#000', 0.24],
            [1, '#000', 0],
          ],
        )}"/></g>`,
      )
      s.circle(
        x,
        y,
        size,
        s.radial(
          x,
          y,
          size * 1.02,
          [
            [0, lighter(colour, 0.75)],
            [0.28, lighter(colour, 0.25)],
            [0.62, colour],
            [1, mix(darker(colour, 0.5), p.layers[3], 0.45)],
          ],
          x - size * 0.36,
          y - size * 0.42,
        ),
      )
    }
  },
  mean: (p) => [
    [p.tone === 'dark' ? mix(p.ink, p.layers[3], 0.35) : mix(p.paper, p.sky[1], 0.55), 7],
    [p.accents[0], 3],
  ],
}

export const water: Family = {
  name: 'water',
  tone: 'any',
  avoid: ['primary', 'mustard', 'seventies', 'ember', 'sand', 'clay', 'orchard'],
  draw(s, r, p) {
    s.ground(
      s.linear([
        [0, p.layers[2]],
        [0.55, p.layers[3]],
        [1, p.layers[4]],
      ]),
    )
    for (let y = -4; y < 304; ) {
      const t = y / SIDE
      const scale = 0.6 + t * 1.5
      let [light, dark] = ['', '']
      for (let x = -40 + r.range(0, 30); x < 330; ) {
        const w = r.range(26, 78) * scale
        const h = r.range(1.6, 4.2) * scale
        const rise = r.range(-5, 5) * scale
        const lens = `M${n(x)} ${n(y)}C${n(x + w * 0.3)} ${n(y - h + rise)} ${n(x + w * 0.6)} ${n(y - h + rise)} ${n(x + w)} ${n(y + rise * 0.6)}C${n(x + w * 0.65)} ${n(y + rise * 0.9)} ${n(x + w * 0.3)} ${n(y + rise * 0.8 + 1)} ${n(x)} ${n(y)}Z`
        if (r.chance(0.5)) light += lens
        else dark += lens
        x += w * r.range(0.7, 1.3)
      }
      s.path(light, lighter(p.layers[0], 0.35), `opacity="${n(0.3 + r.next() * 0.45)}"`)
      s.path(dark, p.ink, 'opacity="0.4"')
      y += 4.5 * scale
    }
  },
  mean: (p) => [
    [p.layers[2], 2],
    [p.layers[3], 3],
    [p.layers[4], 2],
    [p.layers[0], 1],
  ],
}

export const silhouette: Family = {
  name: 'silhouette',
  tone: 'any',
  avoid: ['midnight', 'gilt', 'graphite', 'crimson', 'tide'],
  draw(s, r, p) {
    s.ground(
      s.linear(
        [
          [0, p.sky[0]],
          [1, p.sky[1]],
        ],
        r.range(-40, 40),
      ),
    )
    const [gx, gy] = [r.range(80, 220), r.range(70, 120)]
    s.circle(
      gx,
      gy,
      96,
      s.radial(gx, gy, 96, [
        [0, p.sun, 0.95],
        [0.62, p.sun, 0.8],
        [1, p.sun, 0],
      ]),
    )
    const x = 150 + r.range(-24, 24)
    const head = r.range(36, 46)
    const top = r.range(84, 104)
    const neck = top + head * 2.2
    const shoulder = r.range(96, 116)
    const d = `M${n(x)} ${n(top)}C${n(x + head * 1.05)} ${n(top)} ${n(x + head * 1.05)} ${n(top + head)} ${n(x + head * 0.9)} ${n(top + head * 1.35)}C${n(x + head * 0.75)} ${n(top + head * 1.85)} ${n(x + head * 0.5)} ${n(neck - 6)} ${n(x + head * 0.52)} ${n(neck + 4)}C${n(x + head * 0.6)} ${n(neck + 22)} ${n(x + shoulder)} ${n(neck + 22)} ${n(x + shoulder + 12)} 310L${n(x - shoulder - 12)} 310C${n(x - shoulder)} ${n(neck + 22)} ${n(x - head * 0.6)} ${n(neck + 22)} ${n(x - head * 0.52)} ${n(neck + 4)}C${n(x - head * 0.5)} ${n(neck - 6)} ${n(x - head * 0.75)} ${n(top + head * 1.85)} ${n(x - head * 0.9)} ${n(top + head * 1.35)}C${n(x - head * 1.05)} ${n(top + head)} ${n(x - head * 1.05)} ${n(top)} ${n(x)} ${n(top)}Z`
    const fill = s.linear([
      [0, p.ink],
      [1, mix(p.ink, p.layers[3], 0.6)],
    ])
    const soft = r.int(0, 2)
    if (soft === 0) s.path(d, fill, `filter="${s.blur(r.range(2.5, 4))}"`)
    else if (soft === 1) s.path(d, fill)
    else {
      // Printed twice, a little out of register.
      s.path(d, p.accents[0], `opacity="0.75" transform="translate(${n(r.range(-26, -14))} 0)"`)
      s.path(d, p.accents[2], `opacity="0.7" transform="translate(${n(r.range(14, 26))} 0)"`)
      s.path(d, fill, 'opacity="0.92"')
    }
  },
  mean: (p) => [
    [p.sky[0], 3],
    [p.sky[1], 3],
    [p.sun, 1],
    [p.ink, 3],
  ],
}

export const orbits: Family = {
  name: 'orbits',
  tone: 'any',
  draw(s, r, p) {
    const dark = p.tone === 'dark'
    s.ground(dark ? p.ink : p.paper)
    const line = dark ? p.paper : p.ink
    const [cx, cy] = [150 + r.range(-50, 50), 150 + r.range(-50, 50)]
    s.circle(
      cx,
      cy,
      30,
      s.radial(cx, cy, 30, [
        [0, lighter(p.sun, 0.2)],
        [1, p.accents[0]],
      ]),
    )
    for (let i = 0, rings = r.int(5, 7); i < rings; i++) {
      const radius = 52 + i * r.range(22, 30)
      s.ring(cx, cy, radius, r.chance(0.25) ? 2.4 : 0.9, line, 'opacity="0.55"')
      const a = r.range(0, 6.28)
      const [x, y, size] = [cx + Math.cos(a) * radius, cy + Math.sin(a) * radius, r.range(4, 15)]
      const colour = p.accents[i % 4] ?? p.sun
      s.circle(x, y, size, mix(colour, dark ? p.paper : p.ink, 0.06))
      s.path(
        `M${n(x)} ${n(y - size)}A${n(size)} ${n(size)} 0 0 1 ${n(x)} ${n(y + size)}A${n(size * 0.5)} ${n(size)} 0 0 0 ${n(x)} ${n(y - size)}Z`,
        '#000',
        `opacity="0.22" transform="rotate(${n((a * 180) / Math.PI)} ${n(x)} ${n(y)})"`,
      )
      if (r.chance(0.2))
        s.ellipse(
          x,
          y,
          size * 1.8,
          size * 0.45,
          'none',
          `stroke="${line}" stroke-width="1.2" transform="rotate(-24 ${n(x)} ${n(y)})"`,
        )
    }
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.ink : p.paper, 9],
    [p.accents[0], 1],
  ],
}

export const ribbons: Family = {
  name: 'ribbons',
  tone: 'any',
  draw(s, r, p) {
    s.ground(
      s.linear(
        [
          [0, p.tone === 'dark' ? p.ink : p.sky[0]],
          [1, p.tone === 'dark' ? p.layers[4] : p.sky[1]],
        ],
        40,
      ),
    )
    const spread = r.range(7, 12)
    const base: Point[] = []
    for (let i = 0; i <= 6; i++) base.push([-30 + i * 60, 150 + r.range(-95, 95)])
    const lines = r.int(16, 24)
    const drift = r.range(-10, 10)
    for (let k = 0; k < lines; k++) {
      const t = k / (lines - 1)
      const points = base.map(
        ([x, y], i): Point => [
          x + (t - 0.5) * drift * 3,
          y + (k - lines / 2) * spread * (0.42 + 0.55 * Math.sin(i * 1.1 + 0.6)),
        ],
      )
      const colour = t < 0.5 ? mix(p.accents[0], p.accents[1], t * 2) : mix(p.accents[1], p.layers[1], t * 2 - 1)
      s.stroke(smooth(points), colour, spread * 0.62, 'opacity="0.85" stroke-linecap="round"')
    }
  },
  mean: (p) => [
    [p.tone === 'dark' ? p.ink : p.sky[0], 3],
    [p.tone === 'dark' ? p.layers[4] : p.sky[1], 2],
    [p.accents[0], 2],
    [p.accents[1], 2],
    [p.layers[1], 1],
  ],
}
