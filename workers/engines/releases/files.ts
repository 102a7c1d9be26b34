// What is asked for and not kept in the state: files that are handed to the browser whole, pictures of sound, words of lists.
import type { StateWorker } from '#core/contracts/state.ts'
import { PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import type { WantedFile } from '#core/model/catalogue/releaseFile.ts'
import { listIndex } from '#workers/api/listIndex.ts'
import { trackPeaks } from '#workers/api/media.ts'
import { playlistPdf } from '#workers/api/playlists.ts'
import { attachment, promoAddress, releaseReport } from '#workers/api/releases.ts'
import { isNoCall } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { Semaphore } from '../semaphore.ts'

/** Outlines that are computed by the server at once: a page of tracks must not stand before the music. */
const PEAKS_AT_ONCE = 2

export interface PeakStore {
  load(trackid: string): Promise<unknown>
  save(trackid: string, values: Uint8Array): Promise<void>
}

/** The calls behind `releaseFile`, `promoAddress`, `peaks` and `listIndex` of the state worker. */
export function createReleaseFiles(parts: {
  readonly api: Api
  readonly store: PeakStore
}): Pick<StateWorker, 'releaseFile' | 'promoAddress' | 'peaks' | 'listIndex'> {
  const { api, store } = parts
  const asked = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()
  const turns = new Semaphore(PEAKS_AT_ONCE)

  async function peaks(trackid: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const held = await store.load(trackid).catch(() => undefined)
    // An earlier build kept them without the level.
    if (held instanceof Uint8Array && held.length === PEAKS_BYTES) return held as Uint8Array<ArrayBuffer>
    try {
      const values = await turns.take(() => trackPeaks(api, trackid))
      await store.save(trackid, values).catch(() => undefined)
      return values
    } catch {
      // A track without a waveform is no failure to be told: its row simply has none.
      return null
    }
  }

  return {
    releaseFile(wanted: WantedFile) {
      if (wanted.kind === 'playlistPdf') return playlistPdf(api, wanted.playlistid)
      if (wanted.kind === 'report') return releaseReport(api, wanted.releaseid, wanted.format)
      return attachment(api, wanted.url, wanted.bytes)
    },
    promoAddress: (releaseid, withImages) =>
      promoAddress(api, releaseid, withImages).catch((error: unknown) => (isNoCall(error) ? 'absent' : null)),
    // Without it the gallery shows skeletons: no failure to be told.
    listIndex: (queryId, first) => listIndex(api, queryId, first).catch(() => null),
    peaks(trackid) {
      const running = asked.get(trackid) ?? peaks(trackid).finally(() => asked.delete(trackid))
      asked.set(trackid, running)
      return running
    },
  }
}
