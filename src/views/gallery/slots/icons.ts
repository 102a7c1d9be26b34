// Glyphs of the slots and their actions, 24 by 24 units, one path each, built once and cloned: the slots live outside React.
const SVG = 'http://www.w3.org/2000/svg'

interface Shape {
  readonly d: string
  /** Drawn as lines of 2 units; else filled. */
  readonly line?: true
}

export const GLYPHS = {
  play: {
    d: 'M8.6 5.3v13.4c0 .8.9 1.3 1.5.8l9.6-6.7a1 1 0 0 0 0-1.6l-9.6-6.7c-.6-.5-1.5 0-1.5.8Z',
  },
  pause: { d: 'M7 5h3.5v14H7ZM13.5 5H17v14h-3.5Z' },
  download: {
    d: 'M12 4v11M7.5 10.8l4.5 4.4 4.5-4.4M4.5 16v2.5A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5V16',
    line: true,
  },
  info: { d: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11.2v4.6M12 8.1v.01', line: true },
  unflag: {
    d: 'M5 21V4.5c2-1 4.3-1 7 .1 2.7 1 4.5.9 6.5.1v9c-2 .9-4 .9-6.5-.1-2.7-1-5-1-7-.1M3.5 3.5l17 17',
    line: true,
  },
  restore: {
    d: 'M3.5 4.5h17v4h-17ZM5 8.5V19a1 1 0 0 0 1 1h2.5M19 8.5V19a1 1 0 0 1-1 1h-2.5M12 20v-8M8.8 15l3.2-3.2 3.2 3.2',
    line: true,
  },
  more: {
    d: 'M6 10.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Z',
  },
  maple: {
    d: 'M12 2.5 10.1 6c-.2.4-.5.3-.9.2L7.8 5.4l1 5.4c.2 1-.5 1-.8.6L5.6 8.7l-.4 1.4c0 .2-.2.4-.6.3l-3-.6.8 2.9c.2.6.3.9-.1 1.1l-1.1.5 5.2 4.2c.2.2.3.5.2.7l-.4 1.5 5.2-.7c.2 0 .4.1.4.3l-.3 2.2h1l-.3-2.2c0-.2.2-.3.4-.3l5.2.7-.4-1.5c-.1-.2 0-.5.2-.7l5.2-4.2-1.1-.5c-.4-.2-.3-.5-.1-1.1l.8-2.9-3 .6c-.4.1-.6-.1-.6-.3l-.4-1.4-2.4 2.7c-.3.4-1 .4-.8-.6l1-5.4-1.4.8c-.4.1-.7.2-.9-.2L12 2.5Z',
  },
  trending: { d: 'm3 16.5 6-6 4.2 4.2 7.3-7.2M15 7.5h5.5V13', line: true },
  video: {
    d: 'M4.5 6.5h9A1.5 1.5 0 0 1 15 8v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5ZM15 10.7l6-3.2v9l-6-3.2',
    line: true,
  },
  flag: {
    d: 'M5 3.2c0-.5.4-.9.9-.9s.9.4.9.9v.3c1.4-.6 3.2-.7 5.6.3 2.6 1 4.2.7 5.5.1.6-.3 1.3.1 1.3.8v8.3c0 .4-.2.7-.5.9-1.8 1-4 1.2-6.9.1-2.2-.9-3.7-.7-5 0v6.8c0 .5-.4.9-.9.9s-.9-.4-.9-.9V3.2Z',
  },
  person: { d: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c1-7.3 14-7.3 15 0', line: true },
  had: { d: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM8.2 12.3l2.6 2.6 5-5.2', line: true },
} as const satisfies Record<string, Shape>

export type Glyph = keyof typeof GLYPHS

/** A new svg of a glyph. Its size is the style sheet's; the caller names it or hides it. */
export function icon(glyph: Glyph): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  const shape: Shape = GLYPHS[glyph]
  svg.setAttribute('viewBox', '0 0 24 24')
  path.setAttribute('d', shape.d)
  const paint = shape.line
    ? {
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': '2',
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      }
    : { fill: 'currentColor' }
  for (const [name, value] of Object.entries(paint)) path.setAttribute(name, value)
  svg.append(path)
  return svg
}

/** The same without a name, for a control that has one. @param size edge in px */
export function decoration(glyph: Glyph, size: number): SVGSVGElement {
  const svg = icon(glyph)
  svg.setAttribute('width', String(size))
  svg.setAttribute('height', String(size))
  svg.setAttribute('aria-hidden', 'true')
  return svg
}
