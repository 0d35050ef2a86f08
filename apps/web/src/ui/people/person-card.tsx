import { Flex, UnstyledButton } from '@mantine/core'
import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import type { ReactNode } from 'react'
import { useOpensDetails } from '../dialogs/detail-rows.ts'
import { Panel } from '../layout/panel.tsx'
import tint from '../live/live-tint.module.css'
import { useChanged } from '../live/use-changed.ts'
import classes from './person-card.module.css'
import { PersonChip } from './person-chip.tsx'
import { usePointedOut } from './pointing.tsx'

type Props = {
  userId: string
  name: string
  imageUrl?: string | null
  /** Shown under the name. */
  detail: ReactNode
  /** Highlights the card for a moment when this value changes. */
  presence?: PresenceStatus
  /** Badges on one line, below the name. */
  marks?: ReactNode
  /** Shown below the badges. */
  children?: ReactNode
  isOpen?: boolean
  /** Undefined if the viewer may not open the details. */
  onOpen?: (() => void) | undefined
}

/** A person in a list of people. With `onOpen`, the card is a button that opens their details. */
export function PersonCard({
  userId,
  name,
  imageUrl,
  detail,
  presence,
  marks,
  children,
  isOpen = false,
  onOpen,
}: Props) {
  const detailsProps = useOpensDetails(isOpen)
  const hasMoved = useChanged(presence ?? null)
  const pointingProps = usePointedOut(userId)
  const cardProps = {
    ...pointingProps,
    className: `${classes.card} ${tint.tint}`,
    'data-changed': hasMoved || undefined,
    gap: 6,
    w: '100%',
    h: '100%',
    px: 'sm',
    py: 'xs',
    fz: 'sm',
    children: (
      <>
        <PersonChip name={name} imageUrl={imageUrl} detail={detail} />
        {marks && (
          <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
            {marks}
          </Flex>
        )}
        {children}
      </>
    ),
  }
  return onOpen ? (
    <Panel component={UnstyledButton} {...cardProps} {...detailsProps} onClick={onOpen} />
  ) : (
    <Panel {...cardProps} />
  )
}
