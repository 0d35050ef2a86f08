import { t } from '@lingui/core/macro'
import { NumberInput } from '@mantine/core'
import { defaultZoneInvitationDays, maxInvitationUses, maxUsesAs } from '@muster/domain/zone-invitation.ts'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { CreatedInvitation } from './created-invitation.tsx'
import { InvitationTerms, type Terms } from './invitation-terms.tsx'
import { inviteFailureText } from './invitation-words.ts'

/** A new invitation and its link, which the server returns only once. */
export type NewInvitation = Awaited<ReturnType<typeof api.invitations.create>>

type Props = {
  zone: { id: string; name: string }
  /** The link to show instead of the form. */
  newInvitation: NewInvitation | undefined
  /** Called with a new link, and with undefined to make another. */
  onNewInvitation: (created: NewInvitation | undefined) => void
  onClose: () => void
}

export function InviteByLink({ zone, newInvitation, onNewInvitation, onClose }: Props) {
  const [terms, setTerms] = useState<Terms>({ role: 'app_user', days: defaultZoneInvitationDays })
  const [chosenUses, setChosenUses] = useState<number | string>(1)
  const isForOne = maxUsesAs(terms.role) === 1
  const maxUses = isForOne ? 1 : chosenUses
  const create = useAct({
    call: () => api.invitations.create({ zoneId: zone.id, ...terms, maxUses: Number(maxUses) }),
    onDone: onNewInvitation,
    invalidatesUnlessLive: [orpc.invitations.list.key()],
  })
  if (newInvitation)
    return (
      <CreatedInvitation
        {...newInvitation}
        zoneName={zone.name}
        onAnother={() => onNewInvitation(undefined)}
        onClose={() => {
          onNewInvitation(undefined)
          onClose()
        }}
      />
    )
  const isCount = Number.isInteger(maxUses) && Number(maxUses) >= 1
  return (
    <ActForm
      form={{ act: create, submit: () => isCount && create.mutate(), onClose }}
      label={t`Create link`}
      workingLabel={t`Creating…`}
      failed={inviteFailureText}
    >
      <InvitationTerms terms={terms} onChange={setTerms} />
      <NumberInput
        label={t`How many people may use it`}
        description={
          isForOne
            ? t`A link that adds a manager works for one person.`
            : t`Everyone who has the link can use it until then.`
        }
        disabled={isForOne}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={maxUses}
        onChange={setChosenUses}
        error={!isCount && t`Enter a number from 1 to ${maxInvitationUses}.`}
        min={1}
        max={maxInvitationUses}
        allowDecimal={false}
        allowNegative={false}
        inputMode="numeric"
      />
    </ActForm>
  )
}
