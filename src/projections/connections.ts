// Who somebody is connected with, and the invitations they send.
import { computed } from '@preact/signals-react'
import { SELF } from '#core/model/entities.ts'
import { nameOf } from '#core/model/people/initials.ts'
import { fold } from '#core/model/text/fold.ts'
import { entity } from './entity.ts'

const network = entity('network', SELF)

/** Null until the list was read; then what is shown of it: without those that are being deleted. */
export const connections = computed(() => {
  const { status, connections: all = [], removals = [] } = network.value ?? {}
  if (status !== 'success') return null
  if (removals.length === 0) return all
  const leaving = new Set(removals.map(({ id }) => id))
  return all.filter(({ id }) => !leaving.has(id))
})

/** Ids of those whose deletion nobody answered yet. */
export const connectionsLeaving = computed(() => (network.value?.removals ?? []).map(({ id }) => id))

/** The list was asked for and did not come. */
export const connectionsFailed = computed(() => network.value?.status === 'error')

/**
 * The deletions that came to nothing: why the last one did, and whom all were about; the name of who is not listed any
 * more is ''. Null without any, or once read.
 */
export const deletionFailure = computed(() => {
  const { failure, alsoFailed = [], connections: all = [] } = network.value ?? {}
  if (!failure) return null
  const ids = [...alsoFailed, failure].map(({ id }) => id)
  const named = (id: string) => {
    const one = all.find((other) => other.id === id)
    return one ? nameOf(one) : ''
  }
  return { ...failure, ids, names: ids.map(named) }
})

/** The invitations sent last; undefined while none are. */
export const inviting = entity('inviting', SELF)

interface Findable {
  readonly full_name: string
  readonly email: string
}
const folded = new WeakMap<Findable, { readonly name: string; readonly whole: string }>()

/** What a connection is found by: what it is called, and the whole with its e-mail. Folded once: a key looks through thousands. */
export function foundBy(one: Findable): { readonly name: string; readonly whole: string } {
  let known = folded.get(one)
  if (!known) {
    const name = fold(nameOf(one))
    known = { name, whole: `${name} ${fold(one.email)}` }
    folded.set(one, known)
  }
  return known
}
