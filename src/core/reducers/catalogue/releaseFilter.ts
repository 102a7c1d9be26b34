// What the gallery is filtered by, and what its menus offer.
import type { AppEvent } from '../../events/index.ts'
import { SELF, SINGLES } from '../../model/entities.ts'
import type { Store } from '../store.ts'

export function reduceReleaseFilter(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'release.filterChanged':
      return state.set('releaseFilter', SELF, event.payload.query)
    case 'session.started':
    case 'release.optionsWanted':
      if (state.single('options').status !== 'done') state.patch('options', SELF, { status: 'loading' })
      return
    case 'release.optionsReceived': {
      const { download: _, ...lists } = event.payload
      return state.set('options', SELF, { status: 'done', ...lists })
    }
    case 'release.optionsFailed':
      if (state.single('options').status !== 'done') state.patch('options', SELF, { status: 'error' })
      return
    case 'session.ended':
      state.set('options', SELF, SINGLES.options)
      return state.set('releaseFilter', SELF, SINGLES.releaseFilter)
  }
}
