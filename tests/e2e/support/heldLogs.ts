/**
 * What every browser test proves besides: the logs it leaves in the browser replay in Node to the state hashes that
 * were recorded, break no rule, and name no fact that no plan of the engines asked for.
 */
import type { BrowserContext } from '@playwright/test'
import { checkLog } from '#core/log/check.ts'
import { exportLines } from '#core/log/export.ts'
import { headerOf } from '#core/log/upcast.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { finished } from '#tests/support/recordedLog.ts'
import { comparePlans } from '#workers/engines/replay/plans/compare.ts'
import { framesOf, logsOf } from './recordedLogs.ts'

/** A page that hangs is the point of some tests. */
const READ_MS = 5000

/** @returns what does not hold of the logs in this browser, in words; nothing where no page of the product is open */
export async function heldLogs(context: BrowserContext): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Buffer[]>((resolve) => {
    timer = setTimeout(() => resolve([]), READ_MS)
  })
  const files = await Promise.race([logsOf(context), late])
  clearTimeout(timer)
  return files.flatMap(held)
}

/** @param bytes a log as it lies on the disk */
function held(bytes: Buffer): string[] {
  const frames = [...framesOf(bytes)].map(({ frame }) => frame)
  // Nothing was written yet, or an earlier build wrote it, which has tests of its own.
  if (!frames[0]?.lines[0]?.startsWith('["app.opened"')) return []
  const log = parseLog([...exportLines(headerOf('held', 'test', 0), frames, true)].join('\n'))
  const checked = finished(checkLog(log))
  const plans = finished(comparePlans(log))
  const { difference, threw, wholeHash, state } = checked
  return [
    ...(log.cut ? [`line ${log.cut.line}: ${log.cut.reason}`] : []),
    ...(difference ? [`another state: ${JSON.stringify(difference)}`] : []),
    ...(threw ? [`event ${threw.seq}: ${threw.message}`] : []),
    ...(wholeHash === state ? [] : ['the hash that is kept on the way is not the one of the whole state']),
    ...checked.broken.map(({ seq, name, fault }) => `event ${seq} breaks the rule "${name}": ${fault}`),
    ...checked.unequal.map(({ seq, kind, id }) => `event ${seq} makes two ${kind} "${id}" of equal states`),
    ...plans.differences.map(({ seq, engine, what }) => `event ${seq}, plan of ${engine}: ${what}`),
  ]
}
