import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'
import type { ZoneRequest } from '@muster/contract/zone-requests.ts'
import type { ZoneDecision } from '@muster/domain/zone-request.ts'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { Name } from '../../ui/people/name.tsx'
import { decisionTexts } from './zone-request-words.ts'

type Props = { request: ZoneRequest; decision: ZoneDecision; onClose: () => void }

/** Asks for confirmation of a decision on a zone request. A reason is required unless the request is approved. */
export const DecideDialog = inDialog(DecideForm, { title: props => decisionTexts[props.decision].title })

function DecideForm({ request, decision, onClose }: Props) {
  const { name } = request
  const { effect, ...texts } = decisionTexts[decision]
  const form = useActForm({
    draft: `${decision}-${request.id}`,
    values: () => ({ note: '' }),
    fields: 'zoneRequests.decide',
    validate: { note: note => (decision === 'approved' || note.trim() ? null : t`Give a reason`) },
    call: ({ note }) => api.zoneRequests.decide({ zoneRequestId: request.id, decision, note }),
    done: [texts.done, name],
    invalidates: [orpc.zoneRequests.key()],
    invalidatesUnlessLive: [orpc.zones.key()],
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={texts.act}
      workingLabel={texts.acting}
      failed={t`Your decision couldn’t be saved. Try again.`}
    >
      <p>
        <Trans>
          <Name>{name}</Name>: {effect}
        </Trans>
      </p>
      <Textarea
        label={texts.note}
        required={decision !== 'approved'}
        rows={3}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </ActForm>
  )
}
