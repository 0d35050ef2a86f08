import { Avatar } from '@mantine/core'
import { initials } from './initials.ts'

type Props = { name: string; imageUrl?: string | null; size?: number }

/** A person's picture or initials. Decorative: the name stands beside it. `size` in pixels. */
export function PersonAvatar({ name, imageUrl, size = 40 }: Props) {
  return (
    <Avatar
      src={imageUrl ?? null}
      alt=""
      aria-hidden="true"
      radius="50%"
      size={size}
      variant="transparent"
      styles={{
        root: { border: '1px solid var(--m-line)', background: 'var(--m-raised)' },
        placeholder: { color: 'var(--m-text)', fontSize: Math.round(size * 0.36), fontWeight: 600 },
      }}
    >
      {initials(name)}
    </Avatar>
  )
}
