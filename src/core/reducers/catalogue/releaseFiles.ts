// Reports and attachments on their way: each is busy until the browser has it, or it has failed.
import type { AppEvent } from '../../events/index.ts'
import { attachmentIndex, fileId } from '../../model/catalogue/releaseFile.ts'
import { addNotice } from '../notices.ts'
import type { Store } from '../store.ts'

/** The title of the attachment, or of the release a report is of; empty when it is not known. */
function titleOf(state: Store, releaseid: string, file: string): string {
  const release = state.get('detail', releaseid)?.release
  const index = attachmentIndex(file)
  const title = index === null ? undefined : release?.attachments[index]?.title
  return title || (release ?? state.get('release', releaseid))?.title || ''
}

export function reduceReleaseFiles(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'release.fileRequested': {
      const { releaseid, file, requestId } = event.payload
      const id = fileId(releaseid, file)
      if (!state.get('releaseFile', id)) state.set('releaseFile', id, { requestId })
      return
    }
    case 'release.fileHanded':
    case 'release.fileFailed': {
      const { releaseid, file, requestId } = event.payload
      const id = fileId(releaseid, file)
      if (state.get('releaseFile', id)?.requestId !== requestId) return
      state.drop('releaseFile', id)
      if (event.type === 'release.fileHanded') return
      return addNotice(state, {
        id: `file.${requestId}`,
        category: 'hasError',
        notificationType: 'error',
        subject: titleOf(state, releaseid, file),
        detail: file.startsWith('report') ? 'report' : 'attachment',
      })
    }
    case 'session.ended':
      for (const id of [...state.ids('releaseFile')]) state.drop('releaseFile', id)
  }
}
