import { Avatar } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { renewLinks } from '../../lib/renew-links.ts'
import { initials } from './initials.ts'

type Props = {
  name: string
  imageUrl?: string | null
  size?: number
}

/** Decorative, because the name is beside it. A picture that does not load has an expired link, so its queries are refetched. */
export function PersonAvatar({ name, imageUrl, size = 40 }: Props) {
  const client = useQueryClient()
  return (
    <Avatar
      src={imageUrl ?? null}
      alt=""
      imageProps={{ onError: () => void (imageUrl && renewLinks(client, imageUrl)) }}
      aria-hidden="true"
      radius="50%"
      size={size}
      variant="transparent"
      styles={{
        root: { border: '1px solid var(--m-line)', background: 'var(--m-raised)' },
        placeholder: { color: 'var(--m-text)', fontSize: `${(size * 0.36) / 16}rem`, fontWeight: 600 },
      }}
    >
      {initials(name)}
    </Avatar>
  )
}
