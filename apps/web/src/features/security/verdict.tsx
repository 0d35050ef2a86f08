import { IconCircleCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './security.module.css'

type Props = {
  state: 'good' | 'bad' | 'unknown'
  /** The verdict in a word or two: "Intact". */
  title: string
  children: ReactNode
}

const icons = { good: IconCircleCheck, bad: IconShieldX, unknown: IconShieldQuestion }

/** The result of an audit, by icon and word. */
export function Verdict({ state, title, children }: Props) {
  const Icon = icons[state]
  return (
    <div className={classes.verdict} data-state={state}>
      <Icon size="1.75rem" stroke={1.7} aria-hidden />
      <div className={classes.block}>
        <p className={classes.verdictTitle}>{title}</p>
        <div>{children}</div>
      </div>
    </div>
  )
}
