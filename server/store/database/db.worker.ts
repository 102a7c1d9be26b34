// The thread of the embedded database, which blocks whatever thread it runs on.
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '#core/model/text/messageOf.ts'
import { openPglite } from './pgliteRunner.ts'
import type { DbHello, DbReply, DbRequest } from './sqlRunner.ts'
import { SqlError } from './sqlRunner.ts'

const port = parentPort
if (!port) throw new Error('db.worker runs as a thread of the server only')

const hello = (message: DbHello) => port.postMessage(message)
const reply = (message: DbReply) => port.postMessage(message)

try {
  const db = await openPglite((workerData as { folder: string }).folder)
  port.on('message', async (request: DbRequest) => {
    try {
      if ('close' in request) {
        await db.close()
        reply({ id: request.id, answer: { rows: [], affectedRows: 0 } })
        port.close()
        return
      }
      reply({ id: request.id, answer: await db.query(request.text, request.parameters) })
    } catch (error) {
      const { message, code, constraint } =
        error instanceof SqlError ? error : { message: String(error), code: 'XX000' }
      reply({ id: request.id, error: { message, code, ...(constraint === undefined ? {} : { constraint }) } })
    }
  })
  hello({ ready: true })
} catch (error) {
  hello({ ready: false, message: messageOf(error) })
}
