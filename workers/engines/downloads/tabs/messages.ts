// What tabs say to each other of the downloads of a player.
import * as z from 'zod/mini'
import { DownloadJob } from '#core/model/downloads/download.ts'
import { later } from '#core/model/later.ts'
import type { FolderHandle } from '../sinks/folder/folderPorts.ts'

const isHandle = (value: unknown) => typeof value === 'object' && value !== null && 'getDirectoryHandle' in value

const Id = later(() => z.string().check(z.maxLength(128)))
/** Each by itself: one of a later build, which may say what is not known here, does not hide the others. */
const Jobs = later(() =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((jobs) =>
      jobs.flatMap((job) => {
        const read = z.safeParse(DownloadJob, job)
        return read.success ? [read.data] : []
      }),
    ),
  ),
)
export const Message = later(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('hello') }),
    z.object({ kind: z.literal('lead') }),
    // Whether the owner still answers. An owner of an older build answers a hello alone.
    z.object({ kind: z.literal('ping') }),
    z.object({ kind: z.literal('wish'), id: Id, draft: z.unknown() }),
    z.object({ kind: z.literal('ack'), id: Id }),
    z.object({
      kind: z.literal('jobs'),
      jobs: Jobs,
      order: z.nullable(z.array(Id)),
      joins: z.optional(z.boolean()),
    }),
    z.object({
      kind: z.literal('progress'),
      counts: z.array(z.object({ id: Id, bytes: z.int().check(z.nonnegative()) })),
    }),
    // Whether a tab needs connections for its music or its lists; said again while it does.
    z.object({ kind: z.literal('needs'), tab: Id, is: z.boolean() }),
    // Another folder was picked, or may be written to now. It comes along where the storage did not take it.
    z.object({ kind: z.literal('folder'), unkept: z.exactOptional(z.nullable(z.custom<FolderHandle>(isHandle))) }),
    // Why no other download begins, or which had nothing to load: a notice, which jobs alone do not bring.
    z.object({ kind: z.literal('notice'), draft: z.unknown() }),
    // When the server that does not answer is asked again, ms since 1970; null: it answers.
    z.object({ kind: z.literal('server'), retryAt: z.nullable(z.int().check(z.nonnegative())) }),
  ]),
)
export type Message = z.infer<typeof Message>
