/**
 * The two chunks radio automation reads: `bext` (EBU Tech 3285, version 2) and `cart` (AES46-2002). Both begin with
 * fields of fixed places, which are filled where they are empty, and end with a text of any length, which stays.
 */
import { field, isEmptyField, type Spell } from './latin.ts'
import type { WavTexts } from './wavTexts.ts'

/** Bytes before the coding history of bext, and before the tag text of cart. */
export const BEXT_BYTES = 602
export const CART_BYTES = 2048

const BEXT_VERSION_AT = 346
const BEXT_LOUDNESS_AT = 412
/** What stands for a value that was not measured (EBU Tech 3285, 2.4). */
const NOT_MEASURED = 0x7fff

/** `[text, place, bytes]`. */
type Field = readonly [text: string, at: number, length: number]

/**
 * The fixed fields of bext with what we know where nothing stands.
 * @param there the source's own, as much as there is of them; empty: none
 */
export function bextFields(there: Uint8Array, texts: WavTexts, spell: Spell): Uint8Array<ArrayBuffer> {
  const bytes = padded(there, BEXT_BYTES)
  const view = new DataView(bytes.buffer)
  const { artist, title, release, label, isrc, loudness } = texts
  complete(bytes, spell, [
    [[artist, title, release].filter(Boolean).join(' - '), 0, 256],
    [label, 256, 32],
    [isrc, 288, 32],
  ])
  if (there.length === 0) view.setUint16(BEXT_VERSION_AT, 1, true)
  // Of a version that knew no loudness these bytes are reserved. What a station measured stays.
  if (loudness && view.getUint16(BEXT_VERSION_AT, true) < 2) {
    view.setUint16(BEXT_VERSION_AT, 2, true)
    const values = [loudness.integrated, loudness.range, loudness.truePeak].map(hundredths)
    for (const [n, value] of [...values, NOT_MEASURED, NOT_MEASURED].entries())
      view.setInt16(BEXT_LOUDNESS_AT + n * 2, value, true)
  }
  return bytes
}

/** The fixed fields of cart with what we know where nothing stands. @param there as of `bextFields` */
export function cartFields(there: Uint8Array, texts: WavTexts, spell: Spell): Uint8Array<ArrayBuffer> {
  const isNew = there.length === 0
  const bytes = padded(there, CART_BYTES)
  const { title, artist, release, label, isrc } = texts
  complete(bytes, spell, [
    ['0101', 0, 4],
    [title, 4, 64],
    [artist, 68, 64],
    [isrc, 132, 64],
    [label, 196, 64],
    ['Music', 260, 64],
    [release, 324, 64],
  ])
  // On the air from the first day to the last, unless somebody chose one of the ends.
  if (isEmptyField(bytes.subarray(452, 488)) && isEmptyField(bytes.subarray(470, 488)))
    complete(bytes, spell, [
      ['1900-01-01', 452, 10],
      ['00:00:00', 462, 8],
      ['9999-12-31', 470, 10],
      ['23:59:59', 480, 8],
    ])
  if (isNew) new DataView(bytes.buffer).setInt32(680, 32_768, true)
  return bytes
}

function complete(bytes: Uint8Array, spell: Spell, fields: readonly Field[]): void {
  for (const [text, at, length] of fields)
    if (text !== '' && isEmptyField(bytes.subarray(at, at + length))) bytes.set(field(spell(text), length), at)
}

function padded(there: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  bytes.set(there.subarray(0, length))
  return bytes
}

/** A measured value in hundredths, or what says that it is none. */
function hundredths(value: number): number {
  const whole = Math.round(value * 100)
  return Number.isFinite(whole) && Math.abs(whole) <= 9999 ? whole : NOT_MEASURED
}
