/**
 * What an expression sees, as text that is run in its context: objects made there of JSON, frozen, and proxies over the
 * tables. The functions it is given answer with texts and numbers alone and are kept from the expression; an error of
 * theirs would be an object from outside, so it is replaced.
 */
export const VIEW = `(expression, names, versionOf, textOf, idsOf, fieldOf, payloadOf) => {
  'use strict'
  const { kinds, self } = JSON.parse(names)
  const { parse } = JSON
  const { create, freeze, values, isFrozen } = Object
  const { get: held, set: hold } = Map.prototype
  const apply = Reflect.apply
  const known = new Map(kinds.map((kind) => [kind, new Map()]))
  const outside = (f, a, b) => {
    try {
      return f(a, b)
    } catch {
      throw new Error('the state cannot be read here')
    }
  }
  const frozen = (value) => {
    if (typeof value !== 'object' || value === null || isFrozen(value)) return value
    freeze(value)
    for (const one of values(value)) frozen(one)
    return value
  }
  const row = (kind, id) => {
    const version = outside(versionOf, kind, id)
    if (version === 0) return undefined
    const rows = apply(held, known, [kind])
    const before = apply(held, rows, [id])
    if (before !== undefined && before.version === version) return before.value
    const value = frozen(parse(outside(textOf, kind, id)))
    apply(hold, rows, [id, { version, value }])
    return value
  }
  const view = (get, keys) => {
    const no = () => false
    return new Proxy(create(null), {
      get: (_, key) => (typeof key === 'string' ? get(key) : undefined),
      has: (_, key) => typeof key === 'string' && get(key) !== undefined,
      ownKeys: keys,
      getOwnPropertyDescriptor: (_, key) => {
        const value = typeof key === 'string' ? get(key) : undefined
        return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: false }
      },
      set: no,
      deleteProperty: no,
      defineProperty: no,
      setPrototypeOf: no,
      preventExtensions: no,
    })
  }
  const tables = create(null)
  for (const kind of kinds)
    tables[kind] = view((id) => row(kind, id), () => parse(outside(idsOf, kind)))
  const state = view((kind) => (tables[kind] === undefined ? undefined : (row(kind, self) ?? tables[kind])), () => kinds)
  let payload
  let payloadAt
  const event = freeze({
    get seq() { return outside(fieldOf, 'seq') },
    get t() { return outside(fieldOf, 't') },
    get source() { return outside(fieldOf, 'source') },
    get cause() { return outside(fieldOf, 'cause') },
    get type() { return outside(fieldOf, 'type') },
    get v() { return outside(fieldOf, 'v') },
    get payload() {
      const at = outside(fieldOf, 'seq')
      if (at !== payloadAt) payload = frozen(parse(outside(payloadOf)))
      payloadAt = at
      return payload
    },
  })
  const said = (error) => {
    try {
      return typeof error === 'object' && error !== null ? \`\${error.name}: \${error.message}\` : \`\${error}\`
    } catch {
      return 'something that cannot be shown'
    }
  }
  for (const name of ['Promise', 'Atomics', 'SharedArrayBuffer', 'WebAssembly', 'FinalizationRegistry', 'WeakRef'])
    delete globalThis[name]
  // Bytes lie outside the memory that is bounded.
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (/(\\wArray|^ArrayBuffer|^DataView)$/.test(name)) delete globalThis[name]
  return {
    evaluate: (hasEvent) => {
      try {
        return expression(state, hasEvent ? event : null) ? true : false
      } catch (error) {
        return said(error)
      }
    },
    call: (work) => () => { outside(work) },
  }
}`
