import { t } from '@lingui/core/macro'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './reports.module.css'

export function ReportSkeleton() {
  return (
    <div className={classes.report} role="status" aria-busy="true">
      <VisuallyHidden>{t`Loading…`}</VisuallyHidden>
      <Skeleton height={28} width="min(320px, 80%)" />
      <div className={classes.figures}>
        <div className={classes.tiles} style={{ '--columns': 4 } as CSSProperties}>
          {['a', 'b', 'c', 'd'].map(key => (
            <Skeleton key={key} height={84} />
          ))}
        </div>
      </div>
      <Skeleton height={300} />
      <Skeleton height={240} />
    </div>
  )
}
