/** How many files load at once in every part of the download benchmark. */
export const PARALLEL = 6

/** Prints a figure beside its must. @param more what else there is to say of it @returns whether the must is kept */
export function figure(what: string, value: number, must: number, more = ''): boolean {
  const kept = value <= must
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(2)
  console.log(
    `  ${what.padEnd(76)}${shown.padStart(8)}  must ${must}  ${kept ? 'kept' : 'MISSED'}${more && `  (${more})`}`,
  )
  return kept
}
