// What a log that leaves this device says of its settings, and how it is packed.
import { Gzip, strToU8 } from 'fflate'
import type { ExportChoice, LogHeader } from '#core/contracts/log.ts'
import { maskedSettings } from '#core/log/masking/settings.ts'
import { joined } from '#core/model/bytes/bytes.ts'

/** What the header of an exported log says of the settings. */
export function settingsIn({ personal, settings }: ExportChoice): LogHeader['settings'] {
  return settings && !personal ? maskedSettings({ ...settings }) : settings
}

/** So much is made and packed in one task, in UTF-16 units. */
const PACKED_AT_ONCE = 250_000

/** One gzip stream of lines. @param rest lets other tasks come first */
export async function gzipLines(lines: Iterable<string>, rest: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  const gzip = new Gzip({ level: 6 }, (chunk) => chunks.push(chunk))
  let units = 0
  for (const line of lines) {
    gzip.push(strToU8(`${line}\n`))
    units += line.length
    if (units < PACKED_AT_ONCE) continue
    units = 0
    await rest()
  }
  gzip.push(new Uint8Array(0), true)
  return joined(chunks)
}
