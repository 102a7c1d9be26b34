// What the server writes into the page it hands out: the address of the support it was given (server/routes/service).
import { SUPPORT_EMAIL, SUPPORT_META } from '#core/model/constants.ts'

/** The address of the support; the built one where the page names none, or what is none. */
export function markedSupport(document: Pick<Document, 'querySelector'>): string {
  const said = document.querySelector(`meta[name="${SUPPORT_META}"]`)?.getAttribute('content') ?? ''
  return /^[^\s@]+@[^\s@]+$/.test(said) ? said : SUPPORT_EMAIL
}
