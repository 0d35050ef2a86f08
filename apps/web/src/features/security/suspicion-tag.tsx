import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'
import { countWords } from './event-words.ts'
import classes from './security.module.css'

/** Suspicious, or so bad that the account should be locked. */
export function SuspicionTag({ shouldLock }: { shouldLock: boolean }) {
  return shouldLock ? (
    <Tag tone="danger" icon={IconLock}>
      Should be locked
    </Tag>
  ) : (
    <Tag tone="caution" icon={IconAlertTriangle}>
      Suspicious
    </Tag>
  )
}

/** The failed sign-ins of an account, in words. */
export function Failures({ recent, total }: { recent: number; total: number }) {
  return (
    <span className={classes.failures}>
      <span>{countWords(recent, 'failure')} in 15 minutes</span>
      <span className={classes.quiet}>{countWords(total, 'failure')} in 24 hours</span>
    </span>
  )
}
