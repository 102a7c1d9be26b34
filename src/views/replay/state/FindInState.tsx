import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison } from '#core/contracts/replay.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useReplay } from '../model/context.ts'
import * as css from './FindInState.css.ts'

const COMPARISONS: readonly Comparison[] = ['=', '!=', '<', '>', 'contains']

/** Looks for the next event after which a place in the state is so. @param path also what was picked in the tree */
export function FindInState({ path, onPath }: { path: string; onPath: (path: string) => void }) {
  const { t } = useTranslation('replay')
  const number = useNumber()
  const replay = useReplay()
  const [comparison, setComparison] = useState<Comparison>('=')
  const [value, setValue] = useState('')
  const [words, setWords] = useState('')
  const find = async (event: SubmitEvent) => {
    event.preventDefault()
    setWords('')
    try {
      const found = await replay.find({ path, comparison, value })
      setWords(found === null ? t('find.none') : t('find.found', { seq: number.format(found) }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      setWords(reason === 'stopped' ? t('find.stopped') : reason)
    }
  }
  return (
    <form className={css.find} onSubmit={(event) => void find(event)} aria-label={t('find.label')}>
      <input
        className={css.findPath}
        value={path}
        placeholder={t('find.path')}
        aria-label={t('find.pathLabel')}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onPath(event.target.value)}
      />
      <select
        className={css.findHow}
        aria-label={t('find.how')}
        value={comparison}
        onChange={(event) => setComparison(event.target.value as Comparison)}
      >
        {COMPARISONS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <input
        className={css.findValue}
        value={value}
        placeholder={t('find.value')}
        aria-label={t('find.valueLabel')}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button size={28} type="submit" disabled={path.trim() === ''}>
        {t('find.next')}
      </Button>
      <p className={css.findWords} role="status" hidden={words === ''}>
        {words}
      </p>
    </form>
  )
}
