import { Avatar } from '@mantine/core'
import { initials } from './initials.ts'

type Props = {
  name: string
  imageUrl?: string | null
  size?: number
  /** The picture could not be shown: its link, which lives for minutes, may have run out. */
  onImageError?: () => void
}

/** A person's picture or initials. Decorative: the name stands beside it. `size` in pixels. */
export function PersonAvatar({ name, imageUrl, size = 40, onImageError }: Props) {
  return (
    <Avatar
      src={imageUrl ?? null}
      alt=""
      imageProps={{ onError: onImageError }}
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
