import { type Invariant, namesAll, twice } from './invariant.ts'

/** So many notifications are shown, and so many are remembered. */
const NOTICES_MAX = 20

export const PEOPLE: readonly Invariant[] = [
  {
    name: 'who is signed in is known, and nobody else is',
    of: ['session'],
    fault: (state) => {
      const { status, claims } = state.single('session')
      const isIn = status === 'signedIn' || status === 'signingOut'
      return isIn === (claims !== null) ? null : `${status}, ${claims === null ? 'nobody' : 'somebody'} is known`
    },
  },
  {
    name: 'the order of notifications matches the notifications, 20 at most',
    of: ['notice', 'noticeOrder'],
    fault: (state) => {
      const { ids } = state.single('noticeOrder')
      return ids.length > NOTICES_MAX ? `${ids.length} of them` : namesAll(state, 'notice', ids)
    },
  },
  {
    name: 'what was said is remembered once, with nobody named who is not in it',
    of: ['noticeHistory'],
    fault: (state) => {
      const { entries, people } = state.single('noticeHistory')
      const ids = entries.map(({ id }) => id)
      const stranger = Object.keys(people).find((id) => !ids.includes(id))
      if (stranger !== undefined) return `${stranger} was not said`
      return ids.length > NOTICES_MAX ? `${ids.length} of them` : twice(ids)
    },
  },
]
