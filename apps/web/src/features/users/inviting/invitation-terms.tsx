import { t } from '@lingui/core/macro'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { type CodeAssignableRole, codeAssignableRoles } from '@muster/domain/role.ts'
import { type ZoneInvitationDays, zoneInvitationDays } from '@muster/domain/zone-invitation.ts'
import { useId } from 'react'
import { RoleChoice } from '../role-choice.tsx'
import { daysText } from './invitation-words.ts'

export type Terms = { role: CodeAssignableRole; days: ZoneInvitationDays }

type Props = { terms: Terms; onChange: (terms: Terms) => void }

/** The role and the validity of an invitation, the same for links and emails. */
export function InvitationTerms({ terms, onChange }: Props) {
  const daysLabelId = useId()
  return (
    <>
      <RoleChoice
        roles={codeAssignableRoles}
        label={t`Role in this zone`}
        value={terms.role}
        onChange={role => onChange({ ...terms, role: role as CodeAssignableRole })}
      />
      <Stack gap="xs">
        <Text id={daysLabelId} span fw={600}>
          {t`Valid for`}
        </Text>
        <SegmentedControl
          aria-labelledby={daysLabelId}
          fullWidth
          value={String(terms.days)}
          onChange={value =>
            onChange({
              ...terms,
              days: zoneInvitationDays.find(days => String(days) === value) ?? terms.days,
            })
          }
          data={zoneInvitationDays.map(days => ({ value: String(days), label: daysText(days) }))}
        />
      </Stack>
    </>
  )
}
