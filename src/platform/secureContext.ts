/**
 * Over plain HTTP from another machine a browser has none of what the player stands on: no private files, no locks, no
 * digest, no ids. Half a player would be worse than none, so this comes before everything else: a page says what to do.
 */
if (!isSecureContext) {
  location.replace('/insecure.html')
  throw new Error('https or localhost is needed: nothing was started')
}

// The newest of what is used with nothing in its place: of Chromium 120, Safari 17.4 and Firefox 125 (README).
if (!('canParse' in URL && 'any' in AbortSignal && 'popover' in HTMLElement.prototype)) {
  location.replace('/browser.html')
  throw new Error('the browser is too old: nothing was started')
}

export {}
