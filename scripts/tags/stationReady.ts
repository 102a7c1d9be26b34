// What the player makes of a WAV for a station, of a file that is in memory.
import { songRequest } from '#core/model/downloads/requests.ts'
import type { StationReady } from '#server/import/tagTable.ts'
import { isRange } from '#workers/engines/downloads/tags/pieces.ts'
import { wrapWav } from '#workers/engines/downloads/tags/wavTags.ts'
import { wavTexts } from '#workers/engines/downloads/tags/wavTexts.ts'

export const stationReady: StationReady = async (wav, song) => {
  const texts = wavTexts(songRequest(song, 'wav', 'tags'), true)
  const framed = await wrapWav(wav.length, async (at, length) => wav.subarray(at, at + length), texts)
  return (
    framed && Buffer.concat(framed.pieces.map((piece) => (isRange(piece) ? wav.subarray(piece.from, piece.to) : piece)))
  )
}
