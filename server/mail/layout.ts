// One mail body in two forms: plain text, and HTML that needs neither pictures nor styles from elsewhere.
import type { Letter } from './kinds.ts'

export type Block =
  | { kind: 'text' | 'note' | 'quote'; text: string }
  | { kind: 'link'; label: string; href: string }
  | { kind: 'list'; items: readonly { label: string; href: string }[] }
  | { kind: 'code'; code: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** A text for HTML, inside an element or an attribute with quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')
const lines = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')

/** A word or an address that is longer than a phone is wide is broken; the second is how older programs know it. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
/** Mail programs know little CSS: everything inline, nothing newer than a border radius. */
const P = 'margin:0 0 16px;line-height:1.5'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600'
/** At the side where lines begin; mail programs know no logical borders. */
const quote = (side: 'left' | 'right') =>
  `margin:0 0 16px;padding:4px 0;padding-${side}:12px;border-${side}:3px solid #94a3b8;line-height:1.5`
/** Languages written from right to left that a translation may be in (ISO 639-1). */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])
/** @param code BCP 47 */
export const isFromRight = (code: string): boolean => RIGHT_TO_LEFT.has(code.split('-')[0] ?? '')
const CODE = 'margin:0 0 16px;font-size:28px;letter-spacing:6px;font-weight:700'
const SMALL = 'margin:0 0 16px;line-height:1.5;font-size:13px;color:#475569'

/**
 * @param title of the HTML part
 * @param code BCP 47, so that a screen reader reads it in the right voice
 * @param labelled a label as it stands in the text before its address, with the sign the language has for that
 */
export function layOut(
  title: string,
  blocks: readonly Block[],
  footer: string,
  code: string,
  labelled: (label: string) => string,
): Pick<Letter, 'text' | 'html' | 'links'> {
  const links = blocks.flatMap((block) =>
    block.kind === 'link' ? [block.href] : block.kind === 'list' ? block.items.map(({ href }) => href) : [],
  )
  const text = [...blocks.map((block) => asText(block, labelled)), `-- \n${footer}`].join('\n\n')
  const direction = isFromRight(code) ? 'rtl' : 'ltr'
  const html = [
    '<!doctype html>',
    `<html lang="${escapeHtml(code)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#ffffff;color:#0f172a;font:16px/1.5 system-ui,sans-serif">',
    // Webmail keeps what is inside the body alone.
    `<div dir="${direction}" style="max-width:560px;margin:0 auto;${BREAKS};text-align:${direction === 'rtl' ? 'right' : 'left'}">`,
    ...blocks.map((block) => asHtml(block, direction)),
    `<p style="${SMALL}">${lines(footer)}</p>`,
    '</div></body></html>',
  ].join('\n')
  return { text: `${text}\n`, html, links }
}

function asText(block: Block, labelled: (label: string) => string): string {
  switch (block.kind) {
    case 'link':
      return `${labelled(block.label)}\n${block.href}`
    case 'list':
      return block.items.map(({ label, href }) => `* ${label}\n  ${href}`).join('\n')
    case 'code':
      return block.code
    case 'quote':
      return block.text.replace(/\r\n?/g, '\n').replace(/^/gm, '> ')
    default:
      return block.text
  }
}

function asHtml(block: Block, direction: 'ltr' | 'rtl'): string {
  switch (block.kind) {
    case 'link':
      return `<p style="${P}"><a href="${escapeHtml(block.href)}" style="${BUTTON}">${escapeHtml(block.label)}</a></p>`
    case 'list':
      return `<ul style="${P}">${block.items.map(({ label, href }) => `<li><a dir="auto" href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>`).join('')}</ul>`
    case 'code':
      return `<p dir="ltr" style="${CODE};text-align:${direction === 'rtl' ? 'right' : 'left'}">${escapeHtml(block.code)}</p>`
    case 'quote':
      return `<blockquote dir="auto" style="${quote(direction === 'rtl' ? 'right' : 'left')}">${lines(block.text)}</blockquote>`
    default:
      return `<p style="${block.kind === 'note' ? SMALL : P}">${lines(block.text)}</p>`
  }
}
