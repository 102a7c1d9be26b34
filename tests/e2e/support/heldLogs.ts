/**
 * What every browser test proves besides: the logs it leaves in the browser replay in Node to the state hashes that
 * were recorded, break no rule, and name no fact that no plan of the engines asked for.
 */
import type { BrowserContext } from '@playwright/test'
import { type Checked, checkLog } from '#core/log/check.ts'
import { eachFrame } from '#core/log/codec.ts'
import { exportLines } from '#core/log/export.ts'
import { parseLog } from '#core/log/read.ts'
import { headerOf } from '#core/log/upcast.ts'
import { comparePlans, type PlansCompared } from '#workers/engines/replay/plans/compare.ts'
import { logFiles } from './recordedLogs.ts'

/** A page that hangs is the point of some tests. */
const READ_MS = 5000

/** @returns what does not hold of the logs in this browser, in words; nothing where no page of the product is open */
export async function heldLogs(context: BrowserContext): Promise<string[]> {
  const page = context.pages().find((one) => one.url().startsWith('http'))
  if (!page) return []
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Buffer[]>((resolve) => {
    timer = setTimeout(() => resolve([]), READ_MS)
  })
  const files = await Promise.race([logFiles(page).catch(() => []), late])
  clearTimeout(timer)
  return files.flatMap(held)
}

/** @param bytes a log as it lies on the disk */
function held(bytes: Buffer): string[] {
  const frames = [...eachFrame(bytes, beforeOf(bytes))].map(({ frame }) => frame)
  // Nothing was written yet, or an earlier build wrote it, which has tests of its own.
  if (!frames[0]?.lines[0]?.startsWith('["app.opened"')) return []
  const log = parseLog([...exportLines(headerOf('held', 'test', 0), frames, true)].join('\n'))
  const checked: Checked = ended(checkLog(log))
  const plans: PlansCompared = ended(comparePlans(log))
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

/** What its first frame names as the link before it. */
function beforeOf(bytes: Buffer): string {
  if (bytes.length < 8) return ''
  const head: unknown = JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString('utf8'))
  return (head as { before: string }).before
}

function ended<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
