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
import { useAct } from '../../../ui/forms/use-act.ts'
import { Name } from '../../../ui/people/name.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'

type Props = {
  token: string
  onDone: () => void
  /** The kiosk was closed. */
  onLinkEnd: () => void
  onBack: () => void
}

/** Finds a visitor by the beginning of the name, of which only the first name and an initial are shown. */
export function KioskSignOut({ token, onDone, onLinkEnd, onBack }: Props) {
  const [name, setName] = useState('')
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
    invalidates: [orpc.visitors.present.key()],
  })
  const problem = leave.error ?? present.error
  const isClosed = hasCode(problem, 'VISIT_LINK_INVALID')
  useEffect(() => {
    if (isClosed) onLinkEnd()
  }, [isClosed, onLinkEnd])
  const visitors = search ? present.data?.visitors : undefined
  return (
    <Stack>
      {problem && (
        <ProblemAlert>
          {errorTextWithTime(problem, t`That didn’t work. Try again, or ask at the reception.`)}
        </ProblemAlert>
      )}
      <TextInput
        label={t`Your name`}
        description={t`Type at least three letters, as you signed in.`}
        size="md"
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {visitors?.map(visitor => {
        const since = formatClock(new Date(visitor.signedInAt), new Date())
        return (
          <Button
            key={visitor.id}
            size="lg"
            mih={64}
            h="auto"
            loading={leave.isPending && leave.variables === visitor.id}
            disabled={leave.isPending}
            onClick={() => leave.mutate(visitor.id)}
          >
            <Text span inherit style={{ whiteSpace: 'normal' }}>
              <Trans>
                Sign out <Name>{visitor.name}</Name>, here since {since}
              </Trans>
            </Text>
          </Button>
        )
      })}
      <Text role="status" c="dimmed">
        {visitors?.length === 0 && !present.isFetching && t`Nobody by that name is signed in.`}
      </Text>
      <Group>
        <Button variant="default" size="lg" mih={56} onClick={onBack} disabled={leave.isPending}>
          <Trans>Back</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
