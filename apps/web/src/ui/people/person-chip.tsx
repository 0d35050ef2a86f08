import { Box, Flex, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Name } from './name.tsx'
import { PersonAvatar } from './person-avatar.tsx'
import classes from './person-chip.module.css'

type Props = {
  name: string
  /** Omits the name, which is already shown above as the title of the details. */
  unnamed?: boolean
  imageUrl?: string | null
  /** Shown under the name: presence badge, "since 09:41", email. */
  detail?: ReactNode
  size?: number
}

/** A person as shown throughout the app: avatar or initials, name and details. */
export function PersonChip({ name, unnamed = false, imageUrl, detail, size }: Props) {
  return (
    <Flex component="span" align="center" gap="sm" miw={0}>
      <PersonAvatar name={name} imageUrl={imageUrl} size={size} />
      <Box component="span" miw={0}>
        {!unnamed && <Name className={classes.name}>{name}</Name>}
        {detail && (
          <Group component="span" c="dimmed" fz="xs" gap="4px 8px">
            {detail}
          </Group>
        )}
      </Box>
    </Flex>
  )
}
