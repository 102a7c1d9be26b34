/**
 * The bytes of a demo attachment: a real file of its kind (PDF or plain text) and of exactly the
 * announced length, the same every time.
 */

export interface AttachmentContent {
  data: Buffer
  contentType: string
}

/**
 * @param title file name; its extension decides the kind
 * @param bytes exact length of the result
 * @param about what the file is about, for its text
 */
export function attachmentContent(title: string, bytes: number, about: string): AttachmentContent {
  const extension = title.toLowerCase().split('.').at(-1)
  if (extension === 'txt') return { data: text(title, bytes, about), contentType: 'text/plain; charset=utf-8' }
  return { data: pdf(title, bytes, about), contentType: 'application/pdf' }
}

function text(title: string, bytes: number, about: string): Buffer {
  const line = Buffer.from(`${title}\n${about}\n\n`, 'utf8')
  // Filled with spaces, so that no character is ever cut in half.
  const data = Buffer.alloc(bytes, ' ')
  line.copy(data, 0, 0, Math.min(line.length, bytes))
  return data
}

/** A one-page PDF 1.4 (ISO 32000-1, 7.5) padded to its length with a comment. */
function pdf(title: string, bytes: number, about: string): Buffer {
  const literal = (value: string) =>
    value
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/[\\()]/g, '\\$&')
  const page = `BT /F1 20 Tf 64 760 Td (${literal(title)}) Tj 0 -32 Td /F1 12 Tf (${literal(about)}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const build = (padding: number) => {
    let body = '%PDF-1.4\n'
    if (padding > 0) body += `%${'.'.repeat(padding - 2)}\n`
    const offsets = objects.map((object, index) => {
      const at = body.length
      body += `${index + 1} 0 obj\n${object}\nendobj\n`
      return at
    })
    const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
    const start = body.length
    body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
    return body
  }
  let padding = Math.max(0, bytes - build(0).length)
  // The padding moves the last offset, which may gain a digit.
  for (let n = 0; n < 3; n++) padding = Math.max(0, padding + bytes - build(padding < 2 ? 0 : padding).length)
  const data = Buffer.alloc(bytes, '\n')
  data.write(build(padding < 2 ? 0 : padding), 'latin1')
  return data
}
