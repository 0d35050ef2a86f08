import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { previewOf } from './broadcast-form.ts'
import classes from './broadcasts.module.css'
import { unreachedWords } from './reach-words.ts'

/** Counts the people the broadcast would reach now, and says who is left out and why. */
export function ReachPreview({ input }: { input: ReturnType<typeof previewOf> }) {
  const query = useQuery({
    ...orpc.broadcasts.preview.queryOptions({ input }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const people = query.data?.people
  const unreached = query.data && unreachedWords(query.data.unreached)
  return (
    <div className={classes.preview} role="status">
      <IconUsers size="1.25rem" aria-hidden />
      <div>
        {people === undefined
          ? query.isError
            ? 'Could not count recipients.'
            : 'Counting people…'
          : people === 0
            ? 'Nobody matches this selection.'
            : `It reaches ${formatCount(people)} ${people === 1 ? 'person' : 'people'}.`}
        {unreached && <p className={classes.quiet}>{unreached}</p>}
      </div>
    </div>
  )
}
