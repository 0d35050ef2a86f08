import { Skeleton } from '@mantine/core'
import classes from './skeletons.module.css'
import { CardGridSkeleton } from './skeletons.tsx'

export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <Skeleton height={34} width="min(240px, 60%)" />
      <CardGridSkeleton count={3} />
    </div>
  )
}
