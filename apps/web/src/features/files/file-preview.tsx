import type { Attachment } from '@muster/contract/stored-files.ts'
import { useQuery } from '@tanstack/react-query'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './files.module.css'

/** Characters of a text that are shown; the rest is in the file. */
const SHOWN = 200_000

/** Whether a file opens here; others are downloaded. */
export const canPreview = ({ kind }: Pick<Attachment, 'kind'>) =>
  kind === 'picture' || kind === 'video' || kind === 'text'

/** Said in place of what would open a file whose content is gone. */
export const lostWords = 'This file was lost'

type Props = { file: Attachment; opened: boolean; onClose: () => void }

/** A picture, video or text over the page. */
export function FilePreview({ file, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={file.name} width={960}>
      {file.kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: recorded on the spot, nobody has written captions
        <video className={classes.media} src={file.url} controls preload="metadata" />
      ) : file.kind === 'text' ? (
        opened && <TextOf file={file} />
      ) : (
        <img className={classes.media} src={file.url} alt={file.name} />
      )}
    </ResponsiveDialog>
  )
}

function TextOf({ file }: { file: Attachment }) {
  const query = useQuery({
    queryKey: ['text of a file', file.id],
    queryFn: async ({ signal }) => {
      const answer = await fetch(file.url, { signal })
      if (!answer.ok) throw new Error('')
      return (await answer.text()).slice(0, SHOWN)
    },
    retry: false,
  })
  if (query.isError)
    return (
      <ErrorState
        title="Failed to load files"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  return query.data === undefined ? (
    <ListSkeleton count={3} />
  ) : (
    <pre className={classes.textOf}>{query.data}</pre>
  )
}
