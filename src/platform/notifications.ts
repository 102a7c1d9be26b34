// Notices of the system, outside the page: whether they are allowed, and one that is shown.

/**
 * Whether this page could show one, if the person allowed it. Safari on a phone has none in a tab; Chrome on Android has
 * the constructor, asks, is granted, and throws: there only a service worker may notify. It is found out by one with data
 * that cannot be copied, which is refused elsewhere before anything shows.
 */
export function canNotify(): boolean {
  if (typeof Notification === 'undefined') return false
  try {
    new Notification('', { data: canNotify }).close()
  } catch (error) {
    return !(error instanceof TypeError)
  }
  return true
}

/** Asks the person, unless they answered before. Must be called in a press. */
export async function askForNotifications(): Promise<boolean> {
  if (!canNotify()) return false
  if (Notification.permission !== 'default') return Notification.permission === 'granted'
  return (await Notification.requestPermission().catch(() => 'denied')) === 'granted'
}

/** What lies in the system's list of notices until somebody looks. */
let last: Notification | null = null

/**
 * Shows a system notification, in place of the one before, that brings the page to the front when it is pressed; silent
 * where that is not allowed.
 */
export function systemNotice(title: string, body: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    // By a tag it would take the place of the other one in silence.
    last?.close()
    const notice = new Notification(title, { body, icon: '/favicon.svg' })
    last = notice
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // As `canNotify` says.
  }
}
