/**
 * A log as a file: JSON lines, as one gzip stream (`.jsonl.gz`), not members back to back, because readers differ on
 * those. The header, then the events of a segment, then its checkpoint: the number of its last event, the state hash
 * after it, and the link of the chain, which is the hash of the link before, the segment's lines and that state hash.
 * A log whose oldest events made room begins with a snapshot: `{"snapshot": number, "t": ms}`, its entities, a checkpoint.
 */
import type { LogHeader } from '../contracts/log.ts'
import { encodeHeader, type Frame } from './codec.ts'
import { hashVersionOf } from './hash.ts'
import { createMasking } from './masking/masking.ts'
import { hashText } from './textHash.ts'

/**
 * The lines of a log that leaves this device.
 * @param header one of version 1 stays one: its lines are events as objects, its checkpoints have no link
 * @param personal keeps what names people. Default: it is masked, and the header says so
 */
export function* exportLines(header: LogHeader, frames: Iterable<Frame>, personal = false): Generator<string> {
  const masking = personal ? null : createMasking(header.versions, hashVersionOf(header))
  const first = encodeHeader(personal ? header : { ...header, masked: true })
  yield first
  let chain = hashText(first)
  for (const { head, lines } of frames) {
    const isSnapshot = head.snapshot !== undefined
    const out = masking ? lines.map(isSnapshot ? masking.entity : masking.event) : lines
    if (isSnapshot) yield JSON.stringify({ snapshot: head.first - 1, t: head.snapshot })
    yield* out
    const checkpoint = isSnapshot ? head.first - 1 : head.first + head.count - 1
    chain = linkOf(chain, out.join('\n'), head.state)
    yield JSON.stringify(
      header.version === 1 ? { checkpoint, state: head.state } : { checkpoint, state: head.state, chain },
    )
  }
}

/** The link of a segment in the chain of an exported log. @param lines joined by line feeds */
export function linkOf(before: string, lines: string, state: string): string {
  return hashText(`${before}\n${lines}\n${state}`)
}
