/**
 * What a browser may lack, asked for in one place. A window without private storage, an older WebKit or an address
 * without encryption lacks some of it, and where site data is blocked the mere question throws: both answers are null
 * here, so that nobody else asks `'x' in navigator.y`, which ends a start where there is no `y`.
 *
 * It is pure: it looks at the scope it is given, and the types of what it answers are that scope's.
 */
export interface Scope {
  readonly navigator: { readonly locks: unknown; readonly storage: { getDirectory(): unknown } }
  readonly crypto: { randomUUID(): string; getRandomValues(into: Uint8Array<ArrayBuffer>): unknown }
  readonly indexedDB: unknown
  readonly BroadcastChannel: new (name: string) => unknown
}

/** What `ask` answers; null where it answers nothing or throws. */
export function ability<T>(ask: () => T): NonNullable<T> | null {
  try {
    return ask() ?? null
  } catch {
    return null
  }
}

/** Web Locks. Their requests may still be refused: every one needs a `catch`. */
export const locksOf = <S extends Scope>(scope: S) => ability(() => scope.navigator.locks as S['navigator']['locks'])

/** The storage manager, if it has private files. Opening them may still be refused. */
export const privateFilesOf = <S extends Scope>(scope: S) =>
  ability(() => {
    const storage = scope.navigator.storage as S['navigator']['storage']
    return typeof storage.getDirectory === 'function' ? storage : null
  })

/** Whether there is a database to ask. Opening it may still be refused. */
export const hasDatabase = (scope: Pick<Scope, 'indexedDB'>) => ability(() => scope.indexedDB) !== null

/** A channel to the other pages of this origin, open; null where there is none. */
export const channelOf = <S extends Pick<Scope, 'BroadcastChannel'>>(scope: S, name: string) =>
  ability(() => new scope.BroadcastChannel(name) as InstanceType<S['BroadcastChannel']>)

/** A new id no other page has (RFC 9562, version 4). Where encryption is missing it is made of random bytes. */
export function mintIn(scope: Pick<Scope, 'crypto'>): string {
  const made = ability(() => scope.crypto.randomUUID())
  if (made !== null) return made
  const bytes = new Uint8Array(16)
  scope.crypto.getRandomValues(bytes)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
