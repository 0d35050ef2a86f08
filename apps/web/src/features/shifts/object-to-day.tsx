import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Stack, Textarea } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { DraftLine } from '../../ui/forms/draft-notice.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { CorrectionHistory } from './correction-history.tsx'

type Props = {
  zoneId: string
  day: string
}

export function ObjectToDay({ zoneId, day }: Props) {
  const query = useQuery(orpc.shifts.ownDay.queryOptions({ input: { zoneId, day } }))
  const { data } = query
  const failure = <Loaded query={query} failure={t`Failed to load this day`} skeleton={2} inLine />
  if (!data) return failure
  const openObjection = data.objections.find(({ state }) => state === 'open')
  return (
    <Stack>
      {failure}
      <AgeGrey stale={query.isError}>
        <Stack>
          {openObjection ? (
            <OpenObjection zoneId={zoneId} objectionId={openObjection.id} />
          ) : (
            <ObjectionForm key={day} zoneId={zoneId} day={day} userId={data.userId} />
          )}
          <CorrectionHistory
            day={day}
            timeZone={data.timeZone}
            corrections={data.corrections}
            objections={data.objections}
          />
        </Stack>
      </AgeGrey>
    </Stack>
  )
}

function OpenObjection({ zoneId, objectionId }: { zoneId: string; objectionId: string }) {
  const withdraw = useAct({
    call: () => api.shifts.withdrawObjection({ zoneId, objectionId }),
    done: t`Objection withdrawn`,
    failed: t`Your objection couldn’t be withdrawn. Try again.`,
    invalidates: attendanceKeys,
  })
  return (
    <Group justify="space-between" gap="xs">
      <Box component="p" miw={0} flex="1 1 200px">
        {t`Your objection is waiting for a manager’s answer.`}
      </Box>
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t`Withdraw objection`}
      </Button>
    </Group>
  )
}

function ObjectionForm({ zoneId, day, userId }: { zoneId: string; day: string; userId: string }) {
  const draft = useDraft(`objection-${zoneId}-${day}`, userId, { text: '' })
  const requestIdRef = useRef(uuidV7())
  const text = draft.values.text.trim()
  const submitObjection = useAct({
    call: () => api.shifts.object({ zoneId, day, requestId: requestIdRef.current, text }),
    onDone: () => {
      requestIdRef.current = uuidV7()
      draft.settle(draft.edits)
    },
    done: [t`Objection sent`, t`A zone manager will review it.`],
    invalidates: attendanceKeys,
  })
  return (
    <Form
      onSubmit={() => {
        if (text) submitObjection.mutate()
      }}
    >
      <FailedAct act={submitObjection} failed={t`Your objection couldn’t be sent. Try again.`} />
      <Textarea
        label={t`Is something wrong with this day?`}
        description={t`Describe what happened. A manager will correct the day or reply to you.`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1_000}
        value={draft.values.text}
        onChange={event => draft.set('text', event.currentTarget.value)}
      />
      <DraftLine isRestored={draft.isRestored} onDiscard={draft.reset} />
      <Button
        type="submit"
        variant="default"
        icon={IconMessageQuestion}
        disabled={!text}
        loading={submitObjection.isPending}
        style={{ justifySelf: 'start' }}
      >
        <Trans context="verb">Object</Trans>
      </Button>
    </Form>
  )
}
