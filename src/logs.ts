/** The logs of this device: the list of them, and each as a file. */
import type { Logs } from '#actions/log.ts'
import type { Bridge } from '#bridge/start.ts'
import { saveBytes } from '#platform/files/saveBytes.ts'
import { peekState } from '#projections/entity.ts'

export function logsOf(bridge: Bridge): Logs {
  // With a dead state worker the log worker still has what was stored.
  const isBroken = () => peekState().single('app').failedWorker?.worker === 'state'
  const player = () => peekState().single('session').claims?.playerid ?? null
  return {
    list: () => (isBroken() ? bridge.log.list(player()) : bridge.state.logs()),
    async save(logId, personal) {
      const choice = { personal, settings: peekState().single('setting') }
      const bytes = isBroken()
        ? await bridge.log.export(logId, player(), choice)
        : await bridge.state.exportLog(logId, choice)
      const fileName = `player-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.jsonl.gz`
      saveBytes(bytes, fileName, 'application/gzip')
      return { fileName, bytes: bytes.length }
    },
  }
}
