import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { Attachment } from '@muster/contract/stored-files.ts'
import { decodeText } from '@muster/domain/text-file.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { useRenewedPicture } from '../../ui/states/use-renewed-picture.ts'
import classes from './files.module.css'
import { PdfPreview } from './pdf-preview.tsx'
import { type ReadCopy, readContent } from './read-content.ts'
import { type FetchLinks, useFileLinks } from './use-file-links.ts'

/** Maximum number of characters of a text file shown in the preview. The downloaded file has the full text. */
const MAX_SHOWN_CHARS = 200_000

/** True for files that open in the app. Others are downloaded, including pictures too large for a thumbnail. */
export const canPreview = ({ kind, thumbnailUrl }: Pick<Attachment, 'kind' | 'thumbnailUrl'>) =>
  kind === 'video' || kind === 'text' || kind === 'pdf' || (kind === 'picture' && thumbnailUrl !== null)

/** Shown in place of the buttons that would open a file whose content is gone. */
export const lostText = t`The contents of this file have been lost`

export const FilePreview = inDialog(FileContent, { title: ({ file }) => file.name, width: 960 })

type ContentProps = {
  file: Attachment
  fetchLinks: FetchLinks
  /** The URL of a copy of the picture on this device. */
  local?: string | undefined
  onShown?: (() => void) | undefined
  readCopy?: ReadCopy | undefined
  /** Called if the content can only be shown by another app. */
  onRefused?: (() => void) | undefined
}

export function FileContent({ local, ...props }: ContentProps) {
  const { file, onShown } = props
  if (local) return <img className={classes.media} src={local} alt={file.name} onLoad={onShown} />
  if (file.kind === 'pdf') return <PdfPreview {...props} />
  return file.kind === 'text' ? <TextPreview {...props} /> : <MediaPreview {...props} />
}

function MediaPreview({ file, fetchLinks, onShown }: ContentProps) {
  const { links, renew } = useFileLinks(file, fetchLinks)
  const isVideo = file.kind === 'video'
  const media = useRenewedPicture(links.previewUrl ?? links.url, renew, { early: true })
  /** The playback position of a video, from which it continues once its link has been renewed. */
  const playback = useRef({ seconds: 0, isPlaying: false })
  if (media.isFailed)
    return <ErrorState title={t`Failed to load file`} error={media.error} onRetry={media.retry} />
  if (media.isRenewing) return <ListSkeleton count={3} />
  if (!isVideo)
    return (
      <img
        key={media.attempt}
        {...media.media}
        onLoad={() => {
          media.onLoaded()
          onShown?.()
        }}
        className={classes.media}
        alt={file.name}
      />
    )
  return (
    <video
      key={media.attempt}
      {...media.media}
      className={classes.media}
      controls
      preload="metadata"
      onTimeUpdate={({ currentTarget }) => {
        playback.current = { seconds: currentTarget.currentTime, isPlaying: !currentTarget.paused }
      }}
      onLoadedMetadata={({ currentTarget }) => {
        media.onLoaded()
        onShown?.()
        if (playback.current.seconds > 0) currentTarget.currentTime = playback.current.seconds
        if (playback.current.isPlaying) currentTarget.play().catch(() => undefined)
      }}
    />
  )
}

function TextPreview({ file, fetchLinks, readCopy, onShown }: ContentProps) {
  const fileLinks = useFileLinks(file, fetchLinks)
  const query = useQuery({
    queryKey: ['text of a file', file.id],
    queryFn: async () => {
      const content = await readContent(fileLinks, readCopy)
      return (decodeText(content) ?? new TextDecoder().decode(content)).slice(0, MAX_SHOWN_CHARS)
    },
    retry: false,
    staleTime: 'static',
  })
  const isShown = query.data !== undefined
  const reportShown = useEffectEvent(() => onShown?.())
  useEffect(() => {
    if (isShown) reportShown()
  }, [isShown])
  if (query.data === undefined) return <Loaded query={query} failure={t`Failed to load files`} skeleton={3} />
  return (
    <Text component="pre" ff="inherit" style={{ whiteSpace: 'pre-wrap' }}>
      {query.data}
    </Text>
  )
}
