import { ArrowLeft, Search, X } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { commitSearch, searchWhileTyping } from '#actions/search.ts'
import { cleanTerm } from '#core/model/search/term.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { isComposed } from '../../kit/overlays/layers.state.ts'
import { useBackCloses } from '../../kit/overlays/useBackCloses.ts'
import { pageMain } from '../../kit/pageMain.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { galleryPlace } from '../../screens/galleryPlace.state.ts'
import { searchAddress } from '../../screens/search/address.ts'
import { boxText, boxTyped, searchBox, viewOpen, walkItems } from '../../screens/search/box.state.ts'
import { searchView } from '../scripts.ts'
import * as css from './SearchBox.css.ts'
import { closeSearchView, entryKey, searchRowOpen, useSearchKey, useTermOfAddress } from './search.state.ts'
import { isAt } from './title.ts'

/** The search view opens this long after its box got the focus. */
const SEARCH_FOCUS_DELAY_MS = 100

/** The search box of the header (SHELL-013, SEARCH-001 to SEARCH-005). */
function SearchBox() {
  const { t } = useTranslation('searchBox')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const text = useSignalValue(boxText)
  const open = useSignalValue(viewOpen)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const termOfAddress = useTermOfAddress()
  const onSearchPage = isAt('search', pathname)
  useSearchKey()
  useEffect(() => () => clearTimeout(opening.current), [])

  const openSoon = () => {
    searchView.want()
    // The keys come back from the view, which may be closed with that.
    if (viewOpen.peek()) return
    // A page of results is the search view of what stands in the box.
    if (onSearchPage && sameText(boxText.peek(), termOfAddress)) return
    clearTimeout(opening.current)
    opening.current = setTimeout(() => {
      viewOpen.value = true
      if (cleanTerm(boxText.peek()) !== '') searchWhileTyping(boxText.peek())
    }, SEARCH_FOCUS_DELAY_MS)
  }
  const type = (typed: string) => {
    boxText.value = typed
    boxTyped.value = entryKey()
    clearTimeout(opening.current)
    if (cleanTerm(typed) === '') return closeSearchView()
    viewOpen.value = true
    searchWhileTyping(typed)
  }
  const clear = () => {
    clearTimeout(opening.current)
    boxTyped.value = null
    boxText.value = ''
    searchRowOpen.value = false
    closeSearchView()
    navigate('/releases')
    // The button goes with what it cleared, and the box would open the view over the releases.
    pageMain()?.focus({ preventScroll: true })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const term = cleanTerm(boxText.peek())
    if (term === '') return
    clearTimeout(opening.current)
    boxTyped.value = null
    commitSearch(term)
    closeSearchView()
    navigate(searchAddress('top', term))
    pageMain()?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape gives up the signs that are being composed, and the arrows choose among them.
    if (isComposed(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      clearTimeout(opening.current)
      if (viewOpen.peek()) {
        boxText.value = termOfAddress
        closeSearchView()
      } else pageMain()?.focus({ preventScroll: true })
    } else if (event.key === 'ArrowDown' && walkItems(event.key)) event.preventDefault()
  }
  return (
    <search className={css.form} data-search-form="">
      <form onSubmit={submit}>
        <Search size={18} strokeWidth={1.75} className={css.icon} aria-hidden="true" />
        <input
          type="search"
          className={css.input}
          data-search-box=""
          aria-label={t('box')}
          placeholder={t('placeholder')}
          maxLength={300}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts="/"
          value={text}
          onFocus={openSoon}
          onBlur={() => clearTimeout(opening.current)}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {text !== '' ? (
          <span className={css.clear}>
            <IconButton size={36} label={t('clear')} icon={<X size={16} strokeWidth={1.75} />} onClick={clear} />
          </span>
        ) : (
          !open && (
            <span className={css.hint} aria-hidden="true">
              /
            </span>
          )
        )}
      </form>
    </search>
  )
}

/** The box in the header. The view it opens covers the page: on a phone on its side Back closes it. */
export function HeaderSearch() {
  const term = useTermOfAddress()
  const close = () => {
    boxText.value = term
    closeSearchView()
  }
  useBackCloses(close, useSignalValue(viewOpen))
  return <SearchBox />
}

/** On a phone: a button that opens the box over the whole header. */
export function SearchButton() {
  const { t } = useTranslation('searchBox')
  const press = () => {
    // Within the press: a phone shows its keyboard for no other focus.
    flushSync(() => {
      searchRowOpen.value = true
    })
    searchBox()?.focus()
  }
  return (
    <IconButton label={t('open')} icon={<Search size={20} strokeWidth={1.75} />} data-opens-search="" onClick={press} />
  )
}

/** The box over the whole header of a phone, and the way back. */
export function SearchRow({ onSearchPage }: { onSearchPage: boolean }) {
  const { t } = useTranslation('searchBox')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const viewed = useSignalValue(viewOpen)
  const term = useTermOfAddress()
  const shut = (text: string) => {
    flushSync(() => {
      searchRowOpen.value = false
      boxText.value = text
      closeSearchView()
    })
    // What was pressed is gone with the row.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-opens-search]')?.focus()
  }
  useBackCloses(() => shut(term), viewed || !onSearchPage)
  const leave = () => {
    shut('')
    const { to, state } = galleryPlace.peek()
    if (onSearchPage) navigate(to, { state })
  }
  return (
    <>
      <IconButton
        label={onSearchPage ? common('back') : t('closeBox')}
        icon={<ArrowLeft size={20} strokeWidth={1.75} />}
        onClick={leave}
      />
      <SearchBox />
    </>
  )
}

function sameText(one: string, other: string): boolean {
  return cleanTerm(one) === cleanTerm(other)
}
