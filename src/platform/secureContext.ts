/**
 * Over plain HTTP from another machine a browser has none of what the player stands on: no private files, no locks, no
 * digest, no ids. Half a player would be worse than none, so this comes before everything else: a page says what to do.
 */
if (!isSecureContext) {
  location.replace('/insecure.html')
  throw new Error('https or localhost is needed: nothing was started')
}
