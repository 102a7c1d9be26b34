/** Whether this is `npm run test:all`; vitest.components.config.ts says it. */
declare const __TEST_ALL__: boolean

/**
 * What one variant of a sweep takes of all states: in `npm test` every state comes in one variant and every variant has
 * its share, in `npm run test:all` each has all of them.
 * @param place of the variant, from 0 to less than `variants`
 */
export function share<T>(states: readonly T[], place: number, variants: number): readonly T[] {
  return __TEST_ALL__ ? states : states.filter((_, at) => at % variants === place)
}
