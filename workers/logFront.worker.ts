/**
 * The thread beside the worker of the replay page that reads, unpacks and verifies a log. Composition only. What it finds
 * it says to the page, which passes it on: from a worker to its page memory is handed over, through a port between two
 * workers it would be copied twice.
 */
import { frontThread, type ToFront } from './engines/replay/front.ts'

const take = frontThread((heard) => postMessage(heard, { transfer: heard.passed }))
addEventListener('message', ({ data: line }: MessageEvent<MessagePort>) => {
  line.onmessage = ({ data }: MessageEvent<ToFront>) => take(data)
})
