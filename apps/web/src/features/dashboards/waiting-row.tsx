import { Box } from '@mantine/core'
import { type Icon, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AppPath } from '../../lib/paths.ts'
import classes from './dashboard.module.css'

type Props = {
  icon: Icon
  to: AppPath
  search?: Readonly<Record<string, string>>
  /** The next step behind the link, or the state of the item. */
  next?: ReactNode
  children: ReactNode
}

/** A thing that waits for the person, as a link to its place. */
export function WaitingRow({ icon: Icon, to, search = {}, next, children }: Props) {
  return (
    <li>
      <Link to={to} search={search as never} className={classes.line}>
        <Icon size="1.25rem" stroke={1.8} aria-hidden />
        <Box component="span" flex="1 1 6rem" miw={0}>
          {children}
        </Box>
        {typeof next === 'string' ? <strong>{next}</strong> : next}
        <IconChevronRight size="1.125rem" color="var(--m-quiet)" aria-hidden />
      </Link>
    </li>
  )
}
