import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Paper, Text, Textarea } from '@mantine/core'
import type { HazardDetail, HazardStep } from '@muster/contract/hazards.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconFlag, IconMessage, IconProgressCheck, IconUserCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { DraftLine } from '../../ui/forms/draft-notice.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { statusLabels } from './hazard-words.ts'

const stepIcons = {
  reported: IconFlag,
  status: IconProgressCheck,
  comment: IconMessage,
  assigned: IconUserCheck,
} as const

function StepText({ step: { kind, status, assignee, by } }: { step: HazardStep }) {
  const name = by.name
  if (kind === 'reported')
    return (
      <Trans>
        <Name>{name}</Name> reported the hazard
      </Trans>
    )
  if (kind === 'status' && status)
    return (
      <Trans>
        <Name>{name}</Name> changed the status to {ph({ status: statusLabels[status] })}
      </Trans>
    )
  if (kind === 'assigned')
    return assignee ? (
      <Trans>
        <Name>{name}</Name> assigned it to <Name>{ph({ assignee: assignee.name })}</Name>
      </Trans>
    ) : (
      <Trans>
        <Name>{name}</Name> removed the assignee
      </Trans>
    )
  return (
    <Trans>
      <Name>{name}</Name> commented
    </Trans>
  )
}

/** Everything that happened to the hazard, with all notes, and a field for a new note. */
export function HazardHistory({ hazard }: { hazard: HazardDetail }) {
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`History`}>
      <Text component="h3" fw={600}>
        {t`History`}
      </Text>
      <Flex component="ol" direction="column" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {hazard.steps.map(step => {
          const Icon = stepIcons[step.kind]
          return (
            <Flex key={step.id} component="li" gap="xs">
              <Icon size="1.125rem" color="var(--m-quiet)" aria-hidden />
              <div>
                <div>
                  <StepText step={step} />{' '}
                  <Text span size="xs" c="dimmed">
                    <RelativeTime at={step.at} />
                  </Text>
                </div>
                {step.note && (
                  <Paper
                    mt={4}
                    px="sm"
                    py="xs"
                    bg="var(--m-ground)"
                    style={{ whiteSpace: 'pre-wrap' }}
                    dir="auto"
                  >
                    {step.note}
                  </Paper>
                )}
              </div>
            </Flex>
          )
        })}
      </Flex>
      {hazard.mayAttach && <CommentForm key={hazard.id} hazard={hazard} />}
    </Flex>
  )
}

function CommentForm({ hazard: { id: hazardId, zoneId } }: { hazard: HazardDetail }) {
  const { userId } = useMe()
  const draft = useDraft(`comment-${hazardId}`, userId, { note: '' })
  const requestId = useRef(uuidV7())
  const note = draft.values.note.trim()
  const comment = useAct({
    call: () => api.hazards.comment({ zoneId, hazardId, note, requestId: requestId.current }),
    onDone: () => {
      requestId.current = uuidV7()
      draft.settle(draft.edits)
    },
    invalidates: [orpc.hazards.get.key()],
  })
  return (
    <Form
      onSubmit={() => {
        if (note) comment.mutate()
      }}
    >
      <FailedAct act={comment} failed={t`Your comment couldn’t be sent. Try again.`} />
      <Textarea
        aria-label={t`Comment`}
        placeholder={t`Write a comment`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.messageMaxLength}
        value={draft.values.note}
        onChange={event => draft.set('note', event.currentTarget.value)}
      />
      <DraftLine isRestored={draft.isRestored} onDiscard={draft.reset} />
      <Button
        type="submit"
        variant="default"
        disabled={!note}
        loading={comment.isPending}
        style={{ alignSelf: 'flex-start' }}
      >
        {t`Comment`}
      </Button>
    </Form>
  )
}
