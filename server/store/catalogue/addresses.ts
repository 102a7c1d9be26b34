// Addresses the server puts into its answers, all on its own origin.
import { API_BASE } from '#core/model/constants.ts'
import { attachmentFileName } from '#core/model/text/fileName.ts'
import type { ReleaseRow } from '../schema.ts'

/**
 * Address of a release's cover. The revision in it lets it be cached for ever although an import
 * may bring a new picture. Empty for a release without one.
 */
export function coverAddress(release: Pick<ReleaseRow, 'releaseid' | 'cover' | 'revision'>, size: 300 | 1400): string {
  if (release.cover === null) return ''
  return `${API_BASE}/images/covers/${encodeURIComponent(release.releaseid)}-${size}.png?v=${release.revision.slice(0, 8)}`
}

export function logoAddress(label: string): string {
  return `${API_BASE}/images/logos/${encodeURIComponent(label)}.png`
}

export function marketIconAddress(id: string): string {
  return `${API_BASE}/images/markets/${encodeURIComponent(id)}.png`
}

/** The title closes the address, so that an extension it has can be read off it (D-092). */
export function attachmentAddress(attachmentid: string, title: string): string {
  return `${API_BASE}/attachments/${attachmentid}/${encodeURIComponent(attachmentFileName(title))}`
}
