// The access token's copy in local storage (SESSION-016): the one secret the specification itself puts there.
const KEY = 'accessToken'

/** What an earlier visit left, or null when there is nothing or storage refuses. */
export function storedAccessToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Writes the token, or removes it with null. A refused storage costs a refresh at the next start, nothing more. */
export function storeAccessToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    // Nothing to do: the session itself is kept by the session worker.
  }
}
