/** What the page has of a session, for the worker that is started or started again. */
export interface StoredTokens {
  /** On a public computer without a refresh token: of a session that is over, because the tab was left too long. */
  readonly access: string | null
  /** The page holds it on a public computer alone; elsewhere the worker keeps it itself. */
  readonly refresh: string | null
  /** This page keeps nothing: its session lives as long as one of its tabs (D-006). */
  readonly isPublic: boolean
  /** The refresh token that is stored is older than the server takes, and could not be removed: sent, it would end the session everywhere. */
  readonly isBehind?: boolean
}
