import type { Attachment } from '@muster/contract/stored-files.ts'
import { IconPhotoOff } from '@tabler/icons-react'
import { useRenewedPicture } from '../../ui/states/use-renewed-picture.ts'
import { type FetchLinks, useFileLinks } from './use-file-links.ts'

type Props = {
  file: Attachment
  fetchLinks: FetchLinks
  className?: string | undefined
}

/** The thumbnail of a picture. It loads when it scrolls into view, with a fresh link if its own has expired by then. */
export function FileThumbnail({ file, fetchLinks, className }: Props) {
  const { links, renew } = useFileLinks(file, fetchLinks)
  const picture = useRenewedPicture(links.thumbnailUrl ?? links.url, renew)
  if (picture.isFailed) return <IconPhotoOff size="1.5rem" stroke={1.6} aria-hidden className={className} />
  return (
    <img
      key={picture.attempt}
      {...picture.media}
      onLoad={picture.onLoaded}
      className={className}
      alt=""
      loading="lazy"
    />
  )
}
