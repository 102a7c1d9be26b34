// What is chosen from: a code that is kept and sent, and a name that is read and typed.
import { fold } from '#core/model/text/fold.ts'

export interface Choice {
  readonly value: string
  readonly label: string
  /** Other ways to write it, which browsers fill in: the code, the name in another language. */
  readonly also?: readonly string[]
}

/** The choices a typed text leaves: those that begin with it first, then those that hold it as the start of a word. */
export function matching(choices: readonly Choice[], typed: string): readonly Choice[] {
  const sought = fold(typed)
  if (sought === '') return choices
  const begins: Choice[] = []
  const holds: Choice[] = []
  for (const choice of choices) {
    const label = fold(choice.label)
    if (label.startsWith(sought)) begins.push(choice)
    else if (label.includes(` ${sought}`) || label.includes(`(${sought}`)) holds.push(choice)
  }
  return [...begins, ...holds]
}

/**
 * What a form holds for a typed text: the code it names, else the text itself, which no rule takes for a choice and
 * which so is not lost unseen; nothing where nothing is typed.
 */
export const held = (choices: readonly Choice[], text: string): string =>
  fold(text) === '' ? '' : (named(choices, text)?.value ?? text)

/** The choice that is meant by a whole text, however it is written; what browsers fill in comes as such. */
export function named(choices: readonly Choice[], text: string): Choice | undefined {
  const sought = fold(text)
  if (sought === '') return undefined
  return (
    choices.find(({ label }) => fold(label) === sought) ??
    choices.find(({ value, also = [] }) => [value, ...also].some((other) => fold(other) === sought))
  )
}
