import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_SORT, isDescending, type ReleaseSort } from '#core/model/catalogue/releaseQuery.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useLateMenu } from '../../kit/overlays/useLateMenu.ts'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { script } from '../../kit/script.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './SortMenu.css.ts'

const sortPanel = script(() => import('./SortPanel.tsx'))

interface Props {
  sort: ReleaseSort
  onSort: (sort: ReleaseSort) => void
  className?: string
}

/** The order of a list: a button, and the menu it opens. */
export function SortMenu({ sort, onSort, className }: Props) {
  const { t } = useTranslation('releases')
  const { button, open, setOpen } = useLateMenu(sortPanel)
  const Direction = isDescending(sort) ? ArrowDown : ArrowUp
  return (
    <>
      <IconButton
        ref={button}
        label={t('sort.menu')}
        icon={
          sort === DEFAULT_SORT ? <ArrowUpDown size={18} strokeWidth={1.75} /> : <Direction size={18} strokeWidth={2} />
        }
        variant="secondary"
        size={32}
        on={sort !== DEFAULT_SORT && sort !== 'trend'}
        aria-haspopup="menu"
        aria-expanded={open}
        className={cx(css.menuButton, className)}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <WithScript script={sortPanel} onClose={() => setOpen(false)}>
          {({ SortPanel }) => <SortPanel anchor={button} sort={sort} onSort={onSort} onClose={() => setOpen(false)} />}
        </WithScript>
      )}
    </>
  )
}
