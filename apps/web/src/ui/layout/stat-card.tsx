import { Skeleton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import type { AppPath } from '../../lib/paths.ts'
import classes from './stat-card.module.css'

type Props = {
  label: string
  /** The figure; undefined while it loads, null if it could not be loaded (never shown as 0). */
  value: number | null | undefined
  icon?: Icon
  hint?: ReactNode
  /** True while the card's filter is on. Used with `onSelect`, which makes the card a toggle button. */
  selected?: boolean
  /** True for a card that is there only while it counts something, or its filter is on. */
  hidesZero?: boolean
  onSelect?: () => void
  /** The list behind the figure, to which the card links. */
  list?: { to: AppPath; search?: Readonly<Record<string, unknown>>; onOpen?: () => void }
}

export function StatCard(props: Props) {
  const { label, value, icon: Icon, hint, selected = false, hidesZero = false, onSelect, list } = props
  if (hidesZero && value === 0 && !selected) return null
  const content = (
    <>
      <span className={classes.label}>
        {Icon && <Icon size="1.125rem" stroke={1.8} aria-hidden />}
        {label}
      </span>
      {value === undefined ? (
        <Skeleton height={34} width={48} component="span" display="block" />
      ) : (
        <span className={classes.figure}>{typeof value === 'number' ? formatCount(value) : '–'}</span>
      )}
      {hint && <span className={classes.hint}>{hint}</span>}
    </>
  )
  if (list)
    return (
      <Link className={classes.card} to={list.to} search={(list.search ?? {}) as never} onClick={list.onOpen}>
        {content}
      </Link>
    )
  if (!onSelect) return <div className={classes.card}>{content}</div>
  return (
    <button type="button" className={classes.card} aria-pressed={selected} onClick={onSelect}>
      {content}
    </button>
  )
}

type GridProps = {
  /** Makes the cards low, with the figure beside its label, for use above the list that is the page's main content. */
  compact?: boolean
  children: ReactNode
}

export function StatGrid({ compact = false, children }: GridProps) {
  const grid = (
    <div className={classes.grid} data-compact={compact || undefined}>
      {children}
    </div>
  )
  // In the compact form, the container's width decides whether a row has four cards or two, because details may be open beside the
  // list.
  return compact ? <div className={classes.container}>{grid}</div> : grid
}
