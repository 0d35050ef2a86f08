import { t } from '@lingui/core/macro'
import { Flex, Stack, UnstyledButton } from '@mantine/core'
import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import type { ReactNode } from 'react'
import { useOpensDetails } from '../dialogs/detail-rows.ts'
import tint from '../live/live-tint.module.css'
import { useChanged } from '../live/use-changed.ts'
import classes from './people-table.module.css'
import { tableRoles } from './people-table.tsx'
import { PersonChip } from './person-chip.tsx'
import { usePointedOut } from './pointing.tsx'
import { SelectBox } from './select-box.tsx'

export type PersonRowContent = {
  name: string
  imageUrl?: string | null
  /** Shown under the name, where there are no columns. */
  detail: ReactNode
  /** Shown under the name in a table, which has columns for the rest. */
  tableDetail?: ReactNode
  /** Highlights the row for a moment when this value changes. */
  presence?: PresenceStatus
  /** Badges on one line below the name, where there are no columns. */
  marks?: ReactNode
  /** Shown below the badges. */
  children?: ReactNode
  /** The cells of the columns after the name, in a table. */
  cells?: readonly ReactNode[]
}

type Props = PersonRowContent & {
  userId: string
  isTable: boolean
  isOpen?: boolean
  /** Undefined if the viewer may not open the details. */
  onOpen?: (() => void) | undefined
  /** Undefined if rows cannot be selected. */
  selection?: { isSelected: boolean; onToggle: (isRange: boolean) => void } | undefined
}

/** A person in a list: a row of a table, or on a narrow screen a row with everything below the name. */
export function PersonRow(props: Props) {
  const { userId, name, imageUrl, presence, isTable, isOpen = false, onOpen, selection } = props
  const detailsProps = useOpensDetails(isOpen)
  const hasMoved = useChanged(presence ?? null)
  const pointingProps = usePointedOut(userId)
  const chip = (
    <PersonChip name={name} imageUrl={imageUrl} detail={isTable ? props.tableDetail : props.detail} />
  )
  const content = isTable ? (
    chip
  ) : (
    <Stack component="span" gap={6} miw={0}>
      {chip}
      {props.marks && (
        <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
          {props.marks}
        </Flex>
      )}
      {props.children}
    </Stack>
  )
  const opener = onOpen ? (
    <UnstyledButton className={classes.open} {...detailsProps} onClick={onOpen}>
      {content}
    </UnstyledButton>
  ) : (
    content
  )
  const box = selection && (
    <SelectBox label={t`Select ${name}`} checked={selection.isSelected} onToggle={selection.onToggle} />
  )
  const rowProps = {
    ...pointingProps,
    'data-changed': hasMoved || undefined,
    'data-open': isOpen || undefined,
    'data-selected': selection?.isSelected || undefined,
  }
  if (!isTable)
    return (
      <div {...rowProps} className={`${classes.row} ${classes.compact} ${tint.tint}`}>
        {box}
        {opener}
      </div>
    )
  return (
    <div {...rowProps} className={`${classes.row} ${tint.tint}`}>
      {box && <div {...tableRoles.cell}>{box}</div>}
      <div {...tableRoles.rowHeader}>{opener}</div>
      {props.cells?.map((cell, index) => (
        // The cells of a row are its columns, which do not move.
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other key
        <div key={index} {...tableRoles.cell} className={classes.cell}>
          {cell}
        </div>
      ))}
    </div>
  )
}
