import { MarkedReleases } from './MarkedReleases.tsx'

/** The releases that are archived (ARCHIVE-006). */
export function ArchivedScreen() {
  return <MarkedReleases list="archived" />
}
