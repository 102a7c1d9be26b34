import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

describe('log', () => {
  it('writes JSON lines without e-mails, tokens, passwords in addresses or query strings', () => {
    const lines: string[] = []
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    )
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJwIjoxfQ.c2lnbmF0dXJl'
    log.error(
      'failed',
      new Error(`GET /api/audio/x/download?token=${secret} for vera@demo.test at postgresql://u:pw@db/x, ${secret}`),
    )
    const [line = ''] = lines
    expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'failed' })
    for (const part of ['vera@', secret, 'u:pw', 'token=']) expect(line).not.toContain(part)
  })
})
