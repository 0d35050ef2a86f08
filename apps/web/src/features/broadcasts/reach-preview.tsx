import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { targetOf } from './broadcast-form.ts'
import classes from './broadcasts.module.css'

/** How many people it would reach now, as it is chosen. */
export function ReachPreview({ target }: { target: ReturnType<typeof targetOf> }) {
  const query = useQuery({
    ...orpc.broadcasts.preview.queryOptions({ input: target }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const people = query.data?.people
  return (
    <div className={classes.preview} role="status">
      <IconUsers size="1.25rem" aria-hidden />
      {people === undefined
        ? query.isError
          ? 'How many people it reaches could not be counted.'
          : 'Counting people…'
        : people === 0
          ? 'It reaches nobody as it is chosen now.'
          : `It reaches ${formatCount(people)} ${people === 1 ? 'person' : 'people'}.`}
    </div>
  )
}
