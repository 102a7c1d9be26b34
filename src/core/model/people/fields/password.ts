// The three rules of a password (D-015, D-146), shown by the forms and held by the server.

/** Characters, that is code points. */
export const PASSWORD_MIN_LENGTH = 7
/** Characters; longer ones are refused, never cut. */
export const PASSWORD_MAX_LENGTH = 128
/** Any other character is allowed and does not count as special (D-015). */
export const PASSWORD_SPECIALS = '@$!%*#?&^;:"+=-\\.'

export type PasswordRule = 'length' | 'digit' | 'special'

/** The rules a password breaks, in the order they are shown; empty for a good one. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  const characters = [...password]
  const broken: PasswordRule[] = []
  if (characters.length < PASSWORD_MIN_LENGTH || characters.length > PASSWORD_MAX_LENGTH) broken.push('length')
  if (!/[0-9]/.test(password)) broken.push('digit')
  if (!characters.some((character) => PASSWORD_SPECIALS.includes(character))) broken.push('special')
  return broken
}
