/** What turns the direction of all that stands behind it: embeddings, overrides and isolates (H-108, H-371). */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** A text that can stand in a sentence without turning it. Marks that say which way one sign goes stay. */
export const unturned = (text: string): string => text.replace(TURNING, '')

/** Hebrew, Arabic and what else is written from the right (Bidi_Class R and AL). */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name for a hole of a sentence: what is written from the right is kept apart from the words around it (H-465). */
export const isolated = (name: string): string => (FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name)
