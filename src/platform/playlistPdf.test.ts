import { describe, expect, test, vi } from 'vitest'
import type { AppDraft, EventOf } from '#core/events/index.ts'
import { createPlaylistPdf } from './playlistPdf.ts'

const event = {
  type: 'playlist.pdfRequested',
  v: 1,
  payload: { requestId: 'q', playlistid: 'p1' },
  seq: 1,
  t: 0,
  source: 'person',
  cause: null,
} as const satisfies EventOf<'playlist.pdfRequested'>

function setUp(fetchPdf: () => Promise<ArrayBuffer>, isOpened = true) {
  const observed: AppDraft[] = []
  const opened = { close: vi.fn(), closed: false, location: { replace: vi.fn() } as unknown as Location }
  const pdf = createPlaylistPdf({
    fetchPdf,
    isWanted: () => true,
    observe: (draft) => observed.push(draft),
    openWindow: vi.fn(() => (isOpened ? opened : null)),
    url: { createObjectURL: () => 'blob:pdf', revokeObjectURL: vi.fn() },
    setTimer: vi.fn(),
  })
  return { pdf, opened, types: () => observed.map((draft) => draft.type) }
}

describe('the PDF of a playlist', () => {
  test('PLAYLIST-014: opens in a window that was opened in the press', async () => {
    const { pdf, opened, types } = setUp(async () => new ArrayBuffer(4))
    await pdf.onRequested(event)
    expect(opened.location.replace).toHaveBeenCalledWith('blob:pdf')
    expect(types()).toEqual(['playlist.pdfHanded'])
  })

  test('PLAYLIST-014: closes its window when it cannot be had', async () => {
    const { pdf, opened, types } = setUp(() => Promise.reject(new Error('gone')))
    await pdf.onRequested(event)
    expect(opened.close).toHaveBeenCalled()
    expect(types()).toEqual(['playlist.pdfFailed'])
  })

  test('fails where the browser refuses the window', async () => {
    const { pdf, types } = setUp(async () => new ArrayBuffer(4), false)
    await pdf.onRequested(event)
    expect(types()).toEqual(['playlist.pdfFailed'])
  })
})
