import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { visitSearchLeast } from '@muster/domain/visitor.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../../lib/error-text.ts'
import { formatClock } from '../../../lib/format-time.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { useBackCloses } from '../../../ui/dialogs/use-back-closes.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'

type Visitor = { id: string; name: string; company: string; signedInAt: string }
type Props = {
  token: string
  onDone: () => void
  /** Called when nobody may sign out because an emergency is open. */
  onEmergency: () => void
  /** Called when the kiosk was closed. */
  onLinkEnd: () => void
  onBack: () => void
}

/** Shows only first name, initial and company, which tells namesakes apart. Asks once, because there is no way back. */
export function KioskSignOut({ token, onDone, onEmergency, onLinkEnd, onBack }: Props) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Visitor>()
  const typed = name.trim()
  const search = useDebouncedText(typed.length >= visitSearchLeast ? typed : undefined)
  const present = useQuery({
    ...orpc.visitors.present.queryOptions({ input: search ? { token, search } : skipToken }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const leave = useAct({
    call: (visitId: string) => api.visitors.leave({ token, visitId }),
    onDone,
    onError: error => {
      if (hasCode(error, 'SIGN_OUT_IN_EMERGENCY')) onEmergency()
    },
    invalidates: [orpc.visitors.present.key()],
  })
  const problem = leave.error ?? present.error
  const hasEnded = hasCode(problem, 'VISIT_LINK_INVALID')
  useEffect(() => {
    if (hasEnded) onLinkEnd()
  }, [hasEnded, onLinkEnd])
  const unchoose = () => {
    setChosen(undefined)
    leave.reset()
  }
  useBackCloses(chosen !== undefined, unchoose)
  const alert = problem && (
    <ProblemAlert>
      {errorTextWithTime(problem, t`That didn’t work. Try again, or ask at the reception.`)}
    </ProblemAlert>
  )
  if (chosen)
    return (
      <Stack>
        {alert}
        <Text size="lg">{t`Is this you?`}</Text>
        <Panel>
          <VisitorText visitor={chosen} />
        </Panel>
        <Group grow gap="sm">
          <Button variant="default" size="lg" mih={64} onClick={unchoose} disabled={leave.isPending}>
            {t`Back`}
          </Button>
          <Button size="lg" mih={64} loading={leave.isPending} onClick={() => leave.mutate(chosen.id)}>
            {t`Sign out`}
          </Button>
        </Group>
      </Stack>
    )
  const visitors = search ? present.data?.visitors : undefined
  return (
    <Stack>
      {alert}
      <TextInput
        label={t`Your name`}
        description={t`Type at least three letters, as you signed in.`}
        size="md"
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {visitors?.map(visitor => (
        <Button
          key={visitor.id}
          variant="default"
          size="lg"
          mih={72}
          h="auto"
          py="xs"
          justify="flex-start"
          onClick={() => setChosen(visitor)}
        >
          <VisitorText visitor={visitor} />
        </Button>
      ))}
      <Text role="status" c="dimmed">
        {visitors?.length === 0 && !present.isFetching && t`Nobody by that name is signed in.`}
      </Text>
      <Group>
        <Button variant="default" size="lg" mih={56} onClick={onBack}>
          {t`Back`}
        </Button>
      </Group>
    </Stack>
  )
}

/** The name, and below it the company and since when the visitor is here. */
function VisitorText({ visitor: { name, company, signedInAt } }: { visitor: Visitor }) {
  const since = formatClock(new Date(signedInAt), new Date())
  return (
    <Stack component="span" gap={2} ta="start" miw={0} style={{ whiteSpace: 'normal' }}>
      <Text span fw={600} size="lg">
        <Name>{name}</Name>
      </Text>
      <Text span size="md" c="dimmed">
        {company !== '' && (
          <>
            <Name>{company}</Name>
            {' · '}
          </>
        )}
        <Trans>here since {since}</Trans>
      </Text>
    </Stack>
  )
}
