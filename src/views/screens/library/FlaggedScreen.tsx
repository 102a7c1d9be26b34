import { MarkedReleases } from './MarkedReleases.tsx'

/** The releases that are flagged, or hold a flagged song (FLAG-011). */
export function FlaggedScreen() {
  return <MarkedReleases list="flagged" />
}
