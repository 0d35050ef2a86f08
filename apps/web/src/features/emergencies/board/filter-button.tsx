import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { BoardFilters } from './board-filters.tsx'
import { BoardPlaces } from './board-places.tsx'

/** Opens the filters, and the numbers by assembly point and zone, where there is no room for them beside the list. */
export function FilterButton(props: ComponentProps<typeof BoardFilters>) {
  const [isOpen, setIsOpen] = useState(false)
  const { group, company, answered, sort } = props.search
  const isSet = [group, company, answered, sort].some(it => it !== undefined)
  return (
    <>
      <Button
        variant={isSet ? 'light' : 'default'}
        leftSection={<IconFilter size="1.125rem" aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        <Trans>Filter</Trans>
      </Button>
      <ResponsiveDialog opened={isOpen} onClose={() => setIsOpen(false)} title={t`Who is on the list`}>
        <Stack>
          <BoardFilters {...props} />
          <BoardPlaces
            {...props}
            onSearch={(...change) => {
              setIsOpen(false)
              props.onSearch(...change)
            }}
          />
        </Stack>
      </ResponsiveDialog>
    </>
  )
}
