/**
 * Schemas that are made when something is first held against them. Every thread loads the whole vocabulary, and parses
 * a few words of it: to make all of it took a fifth of what a page needs before its first screen.
 */

/**
 * @param make makes the schema; called once, when anything of it is first looked at
 * @returns what stands for the schema, and is as fast as it from then on
 */
/* @__NO_SIDE_EFFECTS__ */
export function later<S extends object>(make: () => S): S {
  // Only what the object does not have itself is looked for here, so nothing once it has everything.
  const held: S = Object.create(
    new Proxy({}, { get: (_, key) => Reflect.get(become(), key), has: (_, key) => Reflect.has(become(), key) }),
  )
  const become = () => {
    const made = make()
    Object.setPrototypeOf(held, Object.getPrototypeOf(made))
    return Object.defineProperties(held, Object.getOwnPropertyDescriptors(made))
  }
  return held
}
