import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from './reports.module.css'

/** First load of a report: its figures, a chart and rows in outline. */
export function ReportSkeleton() {
  return (
    <div className={classes.report} role="status" aria-busy="true">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton height={28} width="min(320px, 80%)" />
      <div className={classes.tiles}>
        {['a', 'b', 'c', 'd'].map(key => (
          <Skeleton key={key} height={84} />
        ))}
      </div>
      <Skeleton height={300} />
      <Skeleton height={240} />
    </div>
  )
}
