/** Brings what is done in line with what should be done: after every event, and after every stage that ended. */
import { downloadFailed } from '#core/events/downloads.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { runBundlePlan } from './bundle/bundlePlan.ts'
import { runBundleZip } from './bundle/bundleZip.ts'
import type { RunnerParts } from './delivery/runnerParts.ts'
import { addressAhead, runTransfer, runVerify, runZip } from './runners.ts'
import type { Halt } from './schedule/halt.ts'
import type { JobTable } from './schedule/jobTable.ts'
import type { PerJob } from './schedule/perJob.ts'
import { type Command, connections, nextUp, plan, type Stage } from './schedule/plan.ts'
import type { Standstill } from './schedule/standstill.ts'
import type { Throttling } from './schedule/throttle.ts'
import { troubleOfCall } from './trouble/trouble.ts'

export interface SettlingParts {
  readonly table: JobTable
  readonly runners: RunnerParts
  readonly perJob: PerJob
  readonly standstill: Standstill
  readonly halt: Halt
  readonly throttling: Throttling
  /** This tab runs the jobs, and knows those of earlier visits. */
  isReady(): boolean
  /** Ends what is asked for ahead. */
  ahead(): AbortSignal
  /** The picked folder could not be written to. */
  folderRefused(): void
}

export class Settling {
  readonly #parts: SettlingParts

  constructor(parts: SettlingParts) {
    this.#parts = parts
  }

  settle(): void {
    const { table, runners, perJob, standstill, halt, throttling, isReady } = this.#parts
    const { works, helpers, memory } = runners
    const ready = isReady()
    const touched = table.touched()
    const stages = works.stages()
    const free = table.online && !standstill.isOn && !halt.isOn
    const crowded = works.isCrowded
    const online = free && !crowded
    const { most } = throttling
    for (const command of plan({ jobs: table.unfinished(), stages, ready, online, limit: most })) this.#run(command)
    const taken = works.loading + helpers.active
    // Whatever file could start has started, and halves get what is left.
    const left = connections(most, throttling.lends) - taken
    if (left < 0) helpers.giveWay(-left)
    else helpers.offer(ready && free && throttling.isFree ? left : 0)
    touched.push(...table.touched())
    for (const id of touched) perJob.changed(id, table.get(id)?.status)
    for (const id of memory.orphans(touched)) void memory.discard(id, works.released(id))
    // What waited for the window's memory is wanted no more, and held the others back.
    if (crowded && !works.isCrowded) this.settle()
  }

  /** Whoever waits next for a slot begins with its first byte, and not with a call. */
  nearEnd(): void {
    const { table, runners, halt, throttling, isReady, ahead } = this.#parts
    if (!isReady() || !throttling.isFree || !table.online || halt.isOn) return
    for (const id of nextUp({ jobs: table.unfinished(), stages: runners.works.stages() }, table.limit)) {
      const job = table.get(id)
      // One file makes room for one. What was listed may have gone on since.
      if (job?.status === 'waiting' && addressAhead(runners, job, ahead())) return
    }
  }

  failed(id: string, error: unknown): void {
    const { table, runners, standstill, folderRefused } = this.#parts
    const trouble = troubleOfCall(error)
    runners.progress.last(id)
    if (trouble.reason === 'folder') folderRefused()
    if (trouble.spoilt) runners.memory.forget(id)
    const receivedBytes = trouble.spoilt ? 0 : (table.get(id)?.receivedBytes ?? 0)
    runners.chances.forget(id)
    runners.fact(id, downloadFailed({ downloadID: id, reason: trouble.reason, receivedBytes }))
    standstill.failed(trouble.reason)
    this.settle()
  }

  /** What made the line stand still may be over. @param isAsked as `Standstill.goOn` */
  goOn(isAsked: boolean): void {
    const { standstill } = this.#parts
    if (!standstill.isOn) return
    standstill.goOn(isAsked)
    this.settle()
  }

  #run(command: Command): void {
    const { table, runners } = this.#parts
    const { works, progress } = runners
    const { id } = command
    if (command.do === 'cancel') {
      works.cancel(id)
      progress.forget(id)
      return
    }
    const job = table.get(id)
    if (!job) return
    const [stage, runner] = STAGES[command.do]
    works.begin(id, stage, async (signal) => {
      await this.#carryOut(id, stage, () => runner(runners, table.get(id) ?? job, signal), signal)
      if (!signal.aborted) this.settle()
    })
  }

  /** Once, and again after whatever stopped the whole line meanwhile. @throws what the stage does */
  async #carryOut(id: string, stage: Stage, run: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { runners, halt } = this.#parts
    const passed = halt.ofJob(id, signal, (reason, ms) => runners.delayed(id, reason, ms))
    for (;;) {
      try {
        return await run()
      } catch (error) {
        const asks = stage === 'zip' || stage === 'network'
        if (signal.aborted || !asks) throw error
        runners.progress.last(id)
        if (!(await passed(error))) throw error
        runners.works.rest(id, stage)
      }
    }
  }
}

const STAGES = {
  awaitZip: ['zip', runZip],
  planBundle: ['zip', runBundlePlan],
  transfer: ['network', runTransfer],
  verify: ['verify', runVerify],
  makeBundle: ['bundle', runBundleZip],
} as const satisfies Record<
  Exclude<Command['do'], 'cancel'>,
  readonly [string, (parts: RunnerParts, job: Readonly<DownloadJob>, signal: AbortSignal) => Promise<void>]
>
