// What tests that `npm run replay -- … --test NAME` wrote are made of.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { firstBad } from '#core/log/finding/bisect.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { Timeline } from '#core/log/timeline.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { Expression } from '../../scripts/replay/expression.ts'

/** A packed log. @throws EventError when it is not whole */
export function opened(file: URL): ReadLog {
  return parseLog(gunzipSync(readFileSync(file)).toString('utf8'))
}

/** The first event after which an expression over `state` and `event` is true; null when there is none. */
export function firstTrue(log: ReadLog, expression: string): number | null {
  const asked = new Expression(expression)
  const steps = firstBad(new Timeline(log), asked.isTrue)
  for (;;) {
    const step = steps.next()
    if (!step.done) continue
    asked.trouble()
    return step.value.seq
  }
}
