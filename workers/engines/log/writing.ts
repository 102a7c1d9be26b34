// How the lines of a segment become bytes here.
import type { WriteUtf8 } from '#core/log/codec.ts'

const encoder = new TextEncoder()

/** As the platform does it, into memory that is there: five times as fast as making an array of each line. */
export const writeUtf8: WriteUtf8 = (text, into) => encoder.encodeInto(text, into).written
