/**
 * The sheet a cover is drawn on: 300 by 300 units, SVG text gathered piece by piece. Soft edges are
 * stacks of faint strokes and radial gradients, because blur filters cost ten times as much.
 */
export const SIDE = 300

export type Point = readonly [number, number]
type Stop = readonly [offset: number, colour: string, opacity?: number]

/** One decimal is a third of a pixel at 1400: enough, and it keeps the text short. */
export const n = (v: number): string => String(Math.round(v * 10) / 10)

export class Sheet {
  private defs = ''
  private body = ''
  private ids = 0

  /** A linear gradient in the shape's own box, by angle in degrees (0 down, 90 to the right). */
  linear(stops: readonly Stop[], angle = 0): string {
    const a = (angle * Math.PI) / 180
    const [dx, dy] = [Math.sin(a) / 2, Math.cos(a) / 2]
    const id = this.id()
    this.defs += `<linearGradient id="${id}" x1="${f3(0.5 - dx)}" y1="${f3(0.5 - dy)}" x2="${f3(0.5 + dx)}" y2="${f3(0.5 + dy)}">${stopsText(stops)}</linearGradient>`
    return `url(#${id})`
  }

  /** A radial gradient in sheet units. */
  radial(cx: number, cy: number, r: number, stops: readonly Stop[], fx = cx, fy = cy): string {
    const id = this.id()
    this.defs += `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fx="${n(fx)}" fy="${n(fy)}">${stopsText(stops)}</radialGradient>`
    return `url(#${id})`
  }

  clip(d: string): string {
    const id = this.id()
    this.defs += `<clipPath id="${id}"><path d="${d}"/></clipPath>`
    return `url(#${id})`
  }

  blur(deviation: number): string {
    const id = this.id()
    this.defs += `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${n(deviation)}"/></filter>`
    return `url(#${id})`
  }

  ground(fill: string): this {
    return this.rect(0, 0, SIDE, SIDE, fill)
  }

  rect(x: number, y: number, w: number, h: number, fill: string, more = ''): this {
    return this.add(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${pad(more)}/>`)
  }

  circle(cx: number, cy: number, r: number, fill: string, more = ''): this {
    return this.add(`<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="${fill}"${pad(more)}/>`)
  }

  ring(cx: number, cy: number, r: number, width: number, stroke: string, more = ''): this {
    return this.add(
      `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"${pad(more)}/>`,
    )
  }

  ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): this {
    return this.add(`<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${pad(more)}/>`)
  }

  path(d: string, fill: string, more = ''): this {
    return this.add(`<path d="${d}" fill="${fill}"${pad(more)}/>`)
  }

  stroke(d: string, colour: string, width: number, more = ''): this {
    return this.add(`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${pad(more)}/>`)
  }

  /** A soft shadow around a path that is about to be drawn: `reach` units, `depth` 0-1 at the edge. */
  shade(d: string, reach: number, depth: number, dx = 0, dy = 0): this {
    const steps = 6
    const move = dx || dy ? ` transform="translate(${n(dx)} ${n(dy)})"` : ''
    for (let i = steps; i >= 1; i--) {
      this.stroke(
        d,
        '#000',
        (reach * 2 * i) / steps,
        `stroke-opacity="${f3(depth / steps)}" stroke-linejoin="round"${move}`,
      )
    }
    return this
  }

  group(attributes: string, draw: () => void): this {
    this.add(`<g ${attributes}>`)
    draw()
    return this.add('</g>')
  }

  add(text: string): this {
    this.body += text
    return this
  }

  toString(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}"><defs>${this.defs}</defs>${this.body}</svg>`
  }

  private id(): string {
    return `d${(this.ids++).toString(36)}`
  }
}

const f3 = (v: number): string => String(Math.round(v * 1000) / 1000)
const pad = (more: string): string => (more ? ` ${more}` : '')
const stopsText = (stops: readonly Stop[]): string =>
  stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${f3(offset)}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${f3(opacity)}"`}/>`,
    )
    .join('')

export const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`

export const polyline = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`

/** A smooth line through the points (Catmull-Rom as cubic Béziers); closed when asked. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length
  const at = (i: number): Point =>
    (closed ? points[(i + count) % count] : points[Math.max(0, Math.min(count - 1, i))]) ?? [0, 0]
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    d += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} ${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`
  }
  return closed ? `${d}Z` : d
}

/** Closes a line that runs from left to right down to the lower edge. */
export const downTo = (d: string, x0: number, x1: number, y = SIDE + 2): string =>
  `${d}L${n(x1)} ${n(y)}L${n(x0)} ${n(y)}Z`
