import { eachRow, type Invariant, namesAll } from './invariant.ts'

export const DOWNLOADS: readonly Invariant[] = [
  {
    name: 'each download job stands in the order once, and nothing else does',
    of: ['job', 'jobOrder'],
    fault: (state) => namesAll(state, 'job', state.single('jobOrder').ids),
  },
  {
    name: 'no job received more than it has in all',
    of: ['job'],
    fault: (state) =>
      eachRow(state, 'job', ({ receivedBytes, totalBytes }) =>
        totalBytes !== null && receivedBytes > totalBytes ? `${receivedBytes} of ${totalBytes} bytes` : null,
      ),
  },
  {
    name: 'only jobs that wait are made into a zip',
    of: ['job'],
    fault: (state) =>
      eachRow(state, 'job', ({ isZipping, status }) => (isZipping && status !== 'waiting' ? status : null)),
  },
  {
    name: 'a job has a reason if it failed, and only then',
    of: ['job'],
    fault: (state) =>
      eachRow(state, 'job', ({ status, reason }) =>
        (status === 'failed') === (reason !== null) ? null : `${status}, reason ${reason}`,
      ),
  },
  {
    name: 'one to six downloads run at once',
    of: ['setting'],
    fault: (state) => {
      const { parallelDownloads } = state.single('setting')
      return parallelDownloads >= 1 && parallelDownloads <= 6 ? null : String(parallelDownloads)
    },
  },
]
