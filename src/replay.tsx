/**
 * The door of the replay page. The same address with `?player` is the replayed player, which the page shows in a frame
 * of its own: the real views with nothing behind them.
 */
import '#platform/secureContext.ts'
import '#platform/trustedTypes.ts'
import { setActionPorts } from '#actions/ports.ts'
import { setDispatch } from '#bridge/dispatch.ts'
import { startReplay } from '#bridge/replay.ts'
import { saveBytes } from '#platform/files/saveBytes.ts'
import { keepApart, readText, writeText } from '#platform/storage/storage.ts'
import { wearTheme } from '#platform/theme.ts'
import { nextTask } from '#views/kit/nextTask.ts'

const root = document.getElementById('root') as HTMLElement

/** What was written on logs, in this tab. */
const KEPT = 'replay.kept'

if (new URLSearchParams(location.search).has('player')) void showPlayer()
else void showPage()

async function showPage(): Promise<void> {
  const { mountReplay } = await import('#views/replay/ReplayPage.tsx')
  mountReplay(root, (died) => ({
    worker: startReplay(died),
    readKept: () => readText('tab', KEPT),
    writeKept: (text) => writeText('tab', KEPT, text),
    save: (bytes, fileName) => saveBytes(bytes, fileName, 'application/gzip'),
  }))
}

/** No port leads anywhere: nothing is asked for, and what is pressed comes to nothing. */
async function showPlayer(): Promise<void> {
  keepApart()
  setDispatch(() => {})
  setActionPorts({
    mintId: () => 'replayed',
    keepSecret: () => new Promise(() => {}),
    readLink: async () => null,
    promoAddress: async () => null,
    peaks: async () => null,
    listIndex: async () => null,
    security: async () => ({ ok: false, refusal: { status: 0, code: 'NETWORK', message: '' } }),
  })
  // A part at a time: the page around it stands on the same thread.
  await import('#projections/entity.ts')
  await nextTask()
  await import('#views/App.tsx')
  await nextTask()
  const { mountReplayed } = await import('#views/replay/player/replayed.tsx')
  mountReplayed(root, (theme) => wearTheme(theme, document))
}
