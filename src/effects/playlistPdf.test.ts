import { describe, expect, test, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { playlistPdfRequested } from '#core/events/playlists.ts'
import { heardBus } from '#tests/support/heard.ts'
import { type PlaylistPdfPorts, showPlaylistPdf } from './playlistPdf.ts'

function setUp(fetchPdf: () => Promise<ArrayBuffer>, isOpened = true, ports: Partial<PlaylistPdfPorts> = {}) {
  const observed: AppDraft[] = []
  const opened = { close: vi.fn(), fill: vi.fn() }
  const bus = heardBus()
  showPlaylistPdf({
    on: bus.on,
    fetchPdf,
    isWanted: () => true,
    observe: (draft) => observed.push(draft),
    openWindow: vi.fn(() => (isOpened ? opened : null)),
    ...ports,
  })
  const asked = async () => {
    bus.happens(playlistPdfRequested({ requestId: 'q', playlistid: 'p1' }))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { asked, opened, types: () => observed.map((draft) => draft.type) }
}

describe('the PDF of a playlist', () => {
  test('PLAYLIST-014: opens in a window that was opened in the press', async () => {
    const { asked, opened, types } = setUp(async () => new ArrayBuffer(4))
    await asked()
    expect(opened.fill).toHaveBeenCalledWith(expect.any(ArrayBuffer), 'application/pdf')
    expect(types()).toEqual(['playlist.pdfHanded'])
  })

  test('PLAYLIST-014: closes its window when it cannot be had', async () => {
    const { asked, opened, types } = setUp(() => Promise.reject(new Error('gone')))
    await asked()
    expect(opened.close).toHaveBeenCalled()
    expect(types()).toEqual(['playlist.pdfFailed'])
  })

  test.each(['isWanted', 'openWindow'] as const)('fails where %s throws: its row is busy no longer', async (port) => {
    const broken = () => {
      throw new Error('broken')
    }
    const { asked, types } = setUp(async () => new ArrayBuffer(4), true, { [port]: broken })
    await asked()
    expect(types()).toEqual(['playlist.pdfFailed'])
  })

  test('fails where the browser refuses the window', async () => {
    const { asked, types } = setUp(async () => new ArrayBuffer(4), false)
    await asked()
    expect(types()).toEqual(['playlist.pdfFailed'])
  })
})
