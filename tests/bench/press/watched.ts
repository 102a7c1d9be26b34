/**
 * Runs inside the page: what each press should change, as texts that must all differ afterwards. The control alone is never
 * enough: beside it stands what the person pressed it for.
 */
declare global {
  interface Window {
    shouldChange: Record<string, () => readonly string[]>
  }
}

/** Self-contained: Playwright sends its text into the page, before the product. */
export function watched(): void {
  // What sounds is in no document: the elements are kept as the product makes them.
  const sounds: HTMLAudioElement[] = []
  const Real = window.Audio
  window.Audio = function (this: unknown, src?: string) {
    const element = new Real(src)
    sounds.push(element)
    return element
  } as unknown as typeof Audio

  const one = <E extends HTMLElement = HTMLElement>(selector: string) => document.querySelector<E>(selector)
  const said = (selector: string, attribute: string) => one(selector)?.getAttribute(attribute) ?? 'none'
  const words = (selector: string) => one(selector)?.textContent ?? 'none'
  const nameOf = ({ ariaLabel, textContent }: Element) => ariaLabel ?? textContent.trim()
  const standing = (name: RegExp) => {
    const control = [...document.querySelectorAll('main button')].find((one) => name.test(nameOf(one)))
    return control ? `${control.ariaBusy} ${control.ariaDisabled} ${nameOf(control)}` : 'none'
  }
  const described = (selector: string) =>
    document.getElementById(said(selector, 'aria-describedby'))?.textContent ?? 'none'
  const gallery = '[data-testid="gallery-scroller"]'
  const inPlayer = (...names: string[]) =>
    names.map((name) => `section[aria-label="Player"] button[aria-label="${name}"]`).join(', ')

  window.shouldChange = {
    // The columns of the page. The cards are laid out anew when the width has come to rest, frames later and on purpose.
    menu: () => [said('button[aria-label="Menu"]', 'aria-expanded'), one('#main')?.parentElement?.className ?? ''],
    mute: () => [said(inPlayer('Mute', 'Unmute'), 'aria-label'), String(sounds.every((sound) => sound.volume === 0))],
    play: () => [said(inPlayer('Play', 'Pause'), 'aria-label'), String(sounds.every((sound) => sound.paused))],
    // How many there are, and which is the first.
    queue: () => [said('[data-queue-item]', 'aria-setsize'), said('[data-queue-item]', 'data-queue-item')],
    // The option, and the rows: which release is the first of the list.
    filter: () => [said('[role="option"]', 'aria-selected'), said(`${gallery} [aria-posinset="1"]`, 'data-release-id')],
    // The letter, and the view over the page that says what is looked for.
    search: () => [one<HTMLInputElement>('[data-search-box]')?.value ?? '', words('[data-search-view] span')],
    // The list of cards becomes a table, and its first slot is another element.
    list: () => [said('header button[aria-label="List view"]', 'aria-pressed'), said(gallery, 'role')],
    // The release lies over the gallery, with its title, and the address names it.
    row: () => [words('dialog[open] h2'), new URLSearchParams(location.search).get('release') ?? 'none'],
    // The server decides (D-117): at once the button is busy, and so is the one that archives the release.
    flag: () => [standing(/^(Flag|Unflag)$/), standing(/^(Archive|Restore)$/)],
    // The count at the button of the downloads, and the words for who cannot see it.
    download: () => [said('header [data-count]', 'data-count'), described('header button[aria-label="Downloads"]')],
    tab: () => [said('[role="tab"][aria-selected="true"]', 'id'), words('[role="tabpanel"]').slice(0, 400)],
    theme: () => [
      document.documentElement.dataset.theme ?? 'none',
      one<HTMLInputElement>('input[type="radio"]:checked')?.value ?? '',
    ],
  }
}
