import { plural, t } from '@lingui/core/macro'
import { Flex, Text, Textarea } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { EmergencyKind, PersonState } from '@muster/domain/emergency.ts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts/use-draft.ts'
import { notReachedText, reachText } from '../../../lib/reach-texts.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { inDialog } from '../../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { DraftLine } from '../../../ui/forms/draft-notice.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { notify } from '../../../ui/toast/notify.ts'
import type { BoardSearch } from '../emergencies-search.ts'

const maxLength = 500

/** The text that the dialog proposes to the missing, for each kind of emergency. */
const proposedTexts: Readonly<Record<EmergencyKind, string>> = {
  evacuate: t`You still count as missing. Leave now, go to the assembly point, and answer in Muster: I’m safe, or I need help.`,
  shelter: t`You still count as missing. Stay inside and answer in Muster: I’m safe, or I need help.`,
  keep_away: t`You still count as missing. Keep away, and answer in Muster: I’m safe, or I need help.`,
  welfare: t`You still count as missing. Are you all right? Answer in Muster: I’m safe, or I need help.`,
}

/** The text that it proposes to people who asked for help: nothing that sends them away from where they wait. */
const proposedHelpText = t`We know that you need help. If it’s safe where you are, stay there and keep your phone close.`

type Target = { state: 'missing' | 'help'; zoneId?: string | undefined; search?: string | undefined }
type Props = {
  emergency: Pick<EmergencyDetail, 'id' | 'kind' | 'drill'>
  /** The people whom the list shows. */
  target: Target
}

/** The people whom the list shows, as the target of a message; undefined if a message can’t be sent to exactly these people. */
export function toMessageTarget(
  { states }: Pick<EmergencyDetail, 'states'>,
  state: PersonState,
  { zone, q, answered, group, company }: BoardSearch,
): Target | undefined {
  const isSought = state === 'missing' || state === 'help'
  if (!isSought || states[state] === 0 || (state === 'missing' && answered) || group || company)
    return undefined
  return { state, zoneId: zone, search: q?.trim() || undefined }
}

export const toMessageTitle = ({ state }: Pick<Target, 'state'>): string =>
  state === 'missing' ? t`Message to the missing` : t`Message to people who need help`

/** The dialog in which an urgent message to the people whom the list shows is written; it says whom it reaches. */
export const MessageDialog = inDialog(MessageForm, { title: ({ target }) => toMessageTitle(target) })

function MessageForm({ emergency, target, onClose }: Props & { onClose: () => void }) {
  const { userId } = useMe()
  const emergencyId = emergency.id
  const draft = useDraft(`emergency-message-${target.state}-${emergencyId}`, userId, {
    message: target.state === 'help' ? proposedHelpText : proposedTexts[emergency.kind],
  })
  const [requestId] = useState(() => uuidV7())
  const { message } = draft.values
  const reach = useQuery({
    ...orpc.emergencyBoard.reach.queryOptions({ input: { emergencyId, ...target } }),
    staleTime: 0,
  })
  const send = useAct({
    call: () => api.emergencyBoard.message({ emergencyId, ...target, message, requestId }),
    onDone: ({ people }) => {
      draft.reset()
      onClose()
      notify.success(
        t`Message sent`,
        t`It was sent to ${plural(people, { one: '# person', other: '# people' })}.`,
      )
    },
    invalidatesUnlessLive: [orpc.emergencies.key()],
  })
  const notReached = reach.data && notReachedText(reach.data.reach)
  return (
    <ActForm
      form={{ act: send, onClose }}
      label={t`Send`}
      workingLabel={t`Sending…`}
      disabled={message.trim() === '' || reach.data?.people === 0}
      failed={t`It’s not certain that the message was sent. Try again: nobody gets it twice.`}
    >
      <div>
        <Textarea
          label={t`Message`}
          description={emergency.drill ? t`The message says that this is a drill.` : undefined}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={maxLength}
          data-autofocus
          value={message}
          onChange={event => draft.set('message', event.currentTarget.value)}
        />
        <DraftLine isRestored={draft.isRestored} onDiscard={draft.reset} />
      </div>
      <Flex gap="sm" align="flex-start" role="status">
        <IconUsers size="1.5rem" aria-hidden />
        <div>
          <Text fw={600}>
            {reach.data
              ? reachText(reach.data.reach)
              : reach.isError
                ? t`The people couldn’t be counted. You can still send.`
                : t`Counting people…`}
          </Text>
          {notReached && <Text>{notReached}</Text>}
        </div>
      </Flex>
    </ActForm>
  )
}
