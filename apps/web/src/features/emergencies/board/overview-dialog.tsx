import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'
import type { BoardProps } from '../emergencies-search.ts'
import { toReasonTexts } from '../emergency-words.ts'
import { BoardPlaces } from './board-places.tsx'

type Props = BoardProps & {
  emergency: EmergencyDetail
  state: PersonState
  opened: boolean
  onClose: () => void
}

/** Why people are on the list, and their numbers by assembly point and zone, each of which filters the list and closes the dialog. */
export function OverviewDialog({ emergency, opened, onClose, onSearch, ...props }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Who is on the list`}>
      <Stack>
        {emergency.people === 0 && (
          <Text c="dimmed">
            <Trans>Nobody was known to be there, so nobody was called.</Trans>
          </Text>
        )}
        <Rows>
          {toReasonTexts(emergency.reasons).map(text => (
            <li key={text}>{text}</li>
          ))}
        </Rows>
        <BoardPlaces
          emergency={emergency}
          {...props}
          onSearch={(...change) => {
            onClose()
            onSearch(...change)
          }}
        />
      </Stack>
    </ResponsiveDialog>
  )
}
