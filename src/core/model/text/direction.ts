/** What turns the direction of all that stands behind it: embeddings, overrides and isolates (H-108, H-371). */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** A text that can stand in a sentence without turning it. Marks that say which way one sign goes stay. */
export const unturned = (text: string): string => text.replace(TURNING, '')
